// Conversations about records: who may write and read, what a mail that comes may change, and what goes with its record.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { ConversationMessage, ConversationType } from '#domain/admin/conversations.ts'
import type { Caller } from '#platform/database/caller.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())
const sales = await app.app.addPerson({ role: 'sales', name: 'Sade Sales' })
const auditor = await app.app.addPerson({ role: 'auditor' })

const send = `select public.send_record_message(record_type => $1, record_id => $2, body => $3, attempt => $4,
  files => $5, mark_answered => $6)`
const write = (
  type: ConversationType,
  id: string,
  body: string,
  { attempt = randomUUID() as string, files = [] as string[], answered = false } = {},
) => [type, id, body, attempt, files, answered]
const read = async (caller: Caller, type: ConversationType, id: string) =>
  (
    await app.as<ConversationMessage & { created_at: Date }>(
      caller,
      'select * from public.list_conversation($1, $2)',
      [type, id],
    )
  ).rows
const take = (type: ConversationType, id: string, reply: object = {}) =>
  app.call<string>(service, 'select private.take_reply($1, $2, $3)', [
    type,
    id,
    JSON.stringify({
      from: 'ada@example.com',
      messageId: `<${randomUUID()}@example.org>`,
      body: 'Here it is',
      wholeBody: 'Here it is\n> You asked',
      files: [],
      filesLeftOut: 0,
      ...reply,
    }),
  ])

async function addMessage(email: string | null = 'ada@example.com') {
  const [row] = await app.sql<{ id: string }>(
    `insert into public.contact_messages (topic, name, email, phone, message)
     values ('general', 'Ada Obi', $1, '+2348031234567', 'When do you buy sesame?') returning id`,
    [email],
  )
  return row?.id ?? ''
}
async function addApplication() {
  const [row] = await app.sql<{ id: string }>(
    `insert into public.job_applications (full_name, email, phone, position_title, cv_path, cv_name, cv_type, cv_bytes)
     values ('Ada Obi', 'ada@example.com', '+2348031234567', 'Field Assistant', gen_random_uuid() || '.pdf', 'cv.pdf',
       'application/pdf', 10) returning id`,
  )
  return row?.id ?? ''
}
const mailsOf = (id: string) =>
  app.sql<{
    id: string
    template: string
    recipient: string
    data: { message: string; in_reply_to?: string; files?: object[] }
  }>(
    `select id, template, recipient, data from private.mail_outbox where record_id = $1 and template in ('record_message', 'order_message')
     order by created_at`,
    [id],
  )
const statusOf = async (id: string) =>
  (await app.sql<{ status: string }>('select status from public.contact_messages where id = $1', [id]))[0]
    ?.status

describe('writing', () => {
  it.each([
    ['a visitor', () => anonymous],
    ['a member', () => app.member.caller],
    ['finance', () => app.finance.caller],
    ['content', () => app.content.caller],
    ['a field agent', () => app.agent.caller],
    ['an auditor, who reads it,', () => auditor.caller],
  ])('by %s is refused, in the function and around it', async (_, caller) => {
    const id = await addMessage()
    const refusal = await app.refusalOf(caller(), send, write('contact_messages', id, 'Soon'))
    expect(refusal.code).toBe('42501')
    for (const around of [
      `insert into public.record_messages (record_type, record_id, is_from_staff, body) values ('contact_messages', '${id}', true, 'x')`,
      `insert into public.message_files (path, record_type, record_id, name, type, bytes)
       values ('${id}/${id}', 'contact_messages', '${id}', 'x', 'image/jpeg', 1)`,
      `select private.take_reply('contact_messages', '${id}', '{}')`,
      `select private.add_message_file('{}', '${id}')`,
    ])
      expect((await app.refusalOf(caller(), around)).code).toBe('42501')
    expect(await mailsOf(id)).toEqual([])
  })

  it('about a kind that the caller does not decide on is refused', async () => {
    const order = await app.placeOrder()
    const values = write('orders', order.id, 'Soon')
    expect((await app.refusalOf(app.reviewer.caller, send, values)).code).toBe('42501')
    const application = await addApplication()
    expect((await app.refusalOf(sales.caller, send, write('job_applications', application, 'x'))).code).toBe(
      '42501',
    )
    const farmer = await app.addFarmer()
    const refusal = await app.refusalOf(app.admin.caller, send, [
      'farmers',
      farmer,
      'x',
      randomUUID(),
      [],
      false,
    ])
    expect(refusal.code).toBe('22023')
    expect(
      (await app.refusalOf(app.admin.caller, send, write('contact_messages', randomUUID(), 'x'))).code,
    ).toBe('P0002')
  })

  it('to oneself, without words, without an address or with a secret number is refused', async () => {
    const own = await addMessage(app.reviewer.email)
    expect((await app.refusalOf(app.reviewer.caller, send, write('contact_messages', own, 'x'))).hint).toBe(
      'own_record',
    )
    const id = await addMessage()
    for (const body of [' ', '<b></b>', 'x'.repeat(5001), 'Your BVN 22212345678'])
      expect(
        await app.refusalOf(app.reviewer.caller, send, write('contact_messages', id, body)),
      ).toMatchObject({
        code: '23514',
        hint: 'body',
      })
    const noMail = await addMessage(null)
    expect(
      (await app.refusalOf(app.reviewer.caller, send, write('contact_messages', noMail, 'Soon'))).message,
    ).toBe('There is no email address to write to')
  })

  it('goes out once by mail, in the name of who wrote, and marks the message as answered where that is chosen', async () => {
    const id = await addMessage()
    const attempt = randomUUID()
    await app.call(app.reviewer.caller, send, write('contact_messages', id, 'In May.', { attempt }))
    await app.call(
      app.reviewer.caller,
      send,
      write('contact_messages', id, 'In May.', { attempt, answered: true }),
    )
    expect(await statusOf(id)).toBe('pending')
    await app.call(sales.caller, send, write('contact_messages', id, 'Or in June.', { answered: true }))
    expect(await statusOf(id)).toBe('completed')
    const mails = await mailsOf(id)
    expect(mails.map(({ recipient, data }) => [recipient, data.message])).toEqual([
      ['ada@example.com', 'In May.'],
      ['ada@example.com', 'Or in June.'],
    ])
    const thread = await read(app.admin.caller, 'contact_messages', id)
    expect(thread.map(({ author_name, body, mail_id }) => [author_name, body, mail_id])).toEqual([
      ['Ada Obi', 'When do you buy sesame?', null],
      ['Bola Reviewer', 'In May.', mails[0]?.id],
      ['Sade Sales', 'Or in June.', mails[1]?.id],
    ])
    const trail = await app.sql(
      `select action from public.audit_trail where subject_id = $1 and action = 'message'`,
      [id],
    )
    expect(trail).toHaveLength(2)
    for (const { caller } of [app.finance, app.content, app.agent, app.member]) {
      const list = 'select * from public.list_conversation($1, $2)'
      expect((await app.refusalOf(caller, list, ['contact_messages', id])).code).toBe('42501')
      expect((await app.as(caller, 'select from public.record_messages')).rows).toEqual([])
    }
  })

  it('that went out with the mark is not taken back with it', async () => {
    const id = await addMessage()
    await app.call(app.reviewer.caller, send, write('contact_messages', id, 'In May.', { answered: true }))
    const [event] = await app.sql<{ id: string }>(
      'select id from public.decision_events where record_id = $1',
      [id],
    )
    const refusal = await app.app.refusalOf(app.reviewer.caller, 'select public.undo_decision($1)', [
      event?.id,
    ])
    expect(refusal.hint).toBe('mailed')
    expect(await mailsOf(id)).toHaveLength(1)
    expect(await app.sql('select status from public.contact_messages where id = $1', [id])).toEqual([
      { status: 'completed' },
    ])
  })

  it('takes files of one’s own for this record alone, once', async () => {
    const id = await addMessage()
    const file = async (record: string, by: string) => {
      const path = `${record}/${randomUUID()}`
      const facts = {
        path,
        recordType: 'contact_messages',
        recordId: record,
        name: 'Terms.pdf',
        type: 'application/pdf',
        bytes: 10,
      }
      await app.call(service, 'select private.add_message_file($1, $2)', [JSON.stringify(facts), by])
      return path
    }
    const mine = await file(id, app.reviewer.id)
    for (const path of [
      await file(id, app.admin.id),
      await file(await addMessage(), app.reviewer.id),
      `${id}/${id}`,
    ])
      expect(
        (
          await app.refusalOf(
            app.reviewer.caller,
            send,
            write('contact_messages', id, 'Here', { files: [mine, path] }),
          )
        ).hint,
      ).toBe('files')
    await app.call(app.reviewer.caller, send, write('contact_messages', id, 'Here', { files: [mine] }))
    expect((await mailsOf(id))[0]?.data.files).toEqual([
      { path: mine, name: 'Terms.pdf', type: 'application/pdf' },
    ])
    const again = write('contact_messages', id, 'Again', { files: [mine] })
    expect((await app.refusalOf(app.reviewer.caller, send, again)).hint).toBe('files')
    const unsent = await file(id, app.reviewer.id)
    const orphans = 'select private.find_orphan_message_files($1, $2) as name'
    await app.sql(
      `insert into storage.objects (bucket_id, name, created_at) select 'message-files', path, now() - interval '2 days'
       from unnest($1::text[]) as path`,
      [[mine, unsent]],
    )
    expect((await app.as(service, orphans, ['', 10])).rows).toEqual([])
    await app.sql(
      `update public.message_files set created_at = now() - interval '2 days' where path = any ($1)`,
      [[mine, unsent]],
    )
    expect((await app.as(service, orphans, ['', 10])).rows).toEqual([{ name: unsent }])
    const access = 'select public.record_access($1, $2, $3, $4)'
    const values = ['contact_messages', id, 'message_file', mine]
    expect(await app.call(auditor.caller, access, values)).toEqual({ bucket: 'message-files', path: mine })
    expect((await app.refusalOf(app.finance.caller, access, values)).code).toBe('42501')
    const elsewhere = ['contact_messages', await addMessage(), 'message_file', mine]
    expect((await app.refusalOf(app.reviewer.caller, access, elsewhere)).code).toBe('P0002')
  })
})

describe('a mail that comes', () => {
  it('from the known address opens the message again, which is promised an answer from then; the same one adds nothing', async () => {
    const id = await addMessage()
    await app.age('contact_messages', id, '10 days')
    await app.call(app.reviewer.caller, send, write('contact_messages', id, 'In May.', { answered: true }))
    const messageId = `<${randomUUID()}@example.org>`
    expect(await take('contact_messages', id, { from: 'ADA@example.com', messageId })).toBe('proved')
    expect(await take('contact_messages', id, { messageId })).toBe('again')
    expect(await statusOf(id)).toBe('pending')
    const late = await app.find({ list: 'contact_messages', only_overdue: true, page_size: 500 })
    expect(late.ids).not.toContain(id)
    const thread = await read(app.reviewer.caller, 'contact_messages', id)
    expect(thread.map(({ body, whole_body, is_proved }) => [body, whole_body, is_proved]).at(-1)).toEqual([
      'Here it is',
      'Here it is\n> You asked',
      true,
    ])
    const history = await app.sql(
      `select actor_role, to_status from public.decision_events where record_id = $1 order by id`,
      [id],
    )
    expect(history).toEqual([
      { actor_role: 'reviewer', to_status: 'completed' },
      { actor_role: 'system', to_status: 'pending' },
    ])
    await app.call(app.reviewer.caller, send, write('contact_messages', id, 'Thank you.'))
    expect((await mailsOf(id)).at(-1)?.data.in_reply_to).toBe(messageId)
  })

  it('from another address is shown as unproved, and changes nothing', async () => {
    const id = await addMessage()
    await app.call(app.reviewer.caller, send, write('contact_messages', id, 'In May.', { answered: true }))
    expect(await take('contact_messages', id, { from: 'eve@example.com' })).toBe('unproved')
    expect(await statusOf(id)).toBe('completed')
    const [came] = (await read(app.reviewer.caller, 'contact_messages', id)).slice(-1)
    expect([came?.is_proved, came?.from_address]).toEqual([false, 'eve@example.com'])
    await app.call(app.reviewer.caller, send, write('contact_messages', id, 'Who are you?'))
    const [mail] = (await mailsOf(id)).slice(-1)
    expect([mail?.recipient, mail?.data.in_reply_to]).toEqual(['ada@example.com', undefined])
    // Nobody has it: who may answer hears that something came, which is no answer of the person.
    const notices = () =>
      app.sql('select kind from public.staff_notices where record_id = $1 and user_id = $2', [
        id,
        app.reviewer.id,
      ])
    expect(await notices()).toEqual([{ kind: 'unproved' }])
    await take('contact_messages', id)
    expect(await notices()).toEqual([{ kind: 'unproved' }, { kind: 'answer' }])
  })

  it.each(['contact_messages', 'orders'] as const)(
    'from another address about %s is found until somebody answers or notes it, and rings at who has it',
    async (type) => {
      const id = type === 'orders' ? (await app.placeOrder()).id : await addMessage()
      const worker = type === 'orders' ? sales : app.reviewer
      const threadOf = async (reply: string) =>
        (await app.find({ list: type, filters: JSON.stringify({ reply, ids: id }) })).count
      const bell = async () =>
        (
          await app.sql<{ user_id: string; kind: string }>(
            'select user_id, kind from public.staff_notices where record_id = $1 and read_at is null',
            [id],
          )
        ).map(({ user_id, kind }) => [user_id === worker.id ? 'who has it' : user_id, kind])
      await app.call(worker.caller, 'select public.assign_record($1, $2, $3)', [type, id, worker.id])
      expect(await threadOf('unproved')).toBe(0)
      await take(type, id, { from: 'eve@example.com' })
      await take(type, id, { from: 'eve@example.com' })
      expect([await threadOf('unproved'), await threadOf('waiting')]).toEqual([1, 0])
      expect(await bell()).toEqual([['who has it', 'unproved']])
      await app.call(worker.caller, 'select public.add_record_note($1, $2, $3)', [
        type,
        id,
        'Not known to us',
      ])
      expect(await threadOf('unproved')).toBe(0)
      await take(type, id, { from: 'eve@example.com' })
      expect(await threadOf('unproved')).toBe(1)
      await app.call(worker.caller, send, write(type, id, 'Did you write to us?'))
      expect(await threadOf('unproved')).toBe(0)
    },
  )

  it('about an order stands in the order’s own thread, where its buyer reads it; an unproved one is for staff alone', async () => {
    const order = await app.placeOrder()
    const [{ email } = { email: '' }] = await app.sql<{ email: string }>(
      'select email from public.order_requests where order_id = $1',
      [order.id],
    )
    await app.call(sales.caller, send, write('orders', order.id, 'Is Friday fine?'))
    expect((await mailsOf(order.id)).map(({ recipient, data }) => [recipient, data.message])).toEqual([
      [email, 'Is Friday fine?'],
    ])
    expect(await take('orders', order.id, { from: email, body: 'It is' })).toBe('proved')
    expect(await take('orders', order.id, { from: 'eve@example.com', body: 'Send it to me' })).toBe(
      'unproved',
    )
    const own = await app.as<{ body: string }>(
      app.member.caller,
      'select body from public.order_messages where order_id = $1 order by id',
      [order.id],
    )
    expect(own.rows.map(({ body }) => body)).toEqual(['Is Friday fine?', 'It is'])
    const thread = await read(app.finance.caller, 'orders', order.id)
    expect(thread.map(({ author_name, body, is_proved }) => [author_name, body, is_proved])).toEqual([
      ['Sade Sales', 'Is Friday fine?', true],
      [null, 'It is', true],
      [null, 'Send it to me', false],
    ])
  })

  it('about an order whose buyer is erased is nobody’s, from whatever address, and staff write to nobody', async () => {
    const order = await app.placeOrder()
    await app.sql(
      `update public.order_requests set email = 'erased@example.invalid', contact_person = 'Erased' where order_id = $1`,
      [order.id],
    )
    for (const from of ['ada@example.com', 'erased@example.invalid'])
      expect(await take('orders', order.id, { from })).toBe('unknown')
    const refusal = await app.app.refusalOf(sales.caller, send, write('orders', order.id, 'Is Friday fine?'))
    expect(refusal.message).toBe('Its person is erased, so nobody can be written to')
    expect(await mailsOf(order.id)).toEqual([])
  })

  it('leaves its record in the list of those whose person has the last word, until it is answered', async () => {
    const id = await addApplication()
    const order = await app.placeOrder()
    await app.sql(`update public.job_applications set status = 'approved' where id = $1`, [id])
    const waiting = async (list: string) =>
      (await app.find({ list, filters: '{"reply": "waiting"}', page_size: 500 })).ids
    expect(await waiting('job_applications')).not.toContain(id)
    await take('job_applications', id, { from: 'eve@example.com' })
    expect(await waiting('job_applications')).not.toContain(id)
    await take('job_applications', id)
    await app.call(app.member.caller, 'select public.send_order_message($1, $2)', [order.id, 'When?'])
    expect(await waiting('job_applications')).toContain(id)
    expect(await waiting('orders')).toContain(order.id)
    await app.call(app.admin.caller, send, write('job_applications', id, 'Thank you'))
    await app.call(app.admin.caller, send, write('orders', order.id, 'On Friday'))
    expect(await waiting('job_applications')).not.toContain(id)
    expect(await waiting('orders')).not.toContain(order.id)
  })

  it('to a record that is gone is unknown, and more than 20 in an hour wait at the mail server', async () => {
    expect(await take('job_applications', randomUUID())).toBe('unknown')
    const id = await addApplication()
    for (let count = 0; count < 20; count++) expect(await take('job_applications', id)).toBe('proved')
    expect(await take('job_applications', id)).toBe('too_many')
  })

  it('that strangers send fill their own hour, and never that of the person', async () => {
    const id = await addApplication()
    const stranger = () => take('job_applications', id, { from: 'eve@example.com' })
    for (let count = 0; count < 20; count++) expect(await stranger()).toBe('unproved')
    expect(await stranger()).toBe('too_many')
    expect(await take('job_applications', id)).toBe('proved')
  })
})

describe('the thread', () => {
  it('goes with its record, and with what its person has erased; their export shows it', async () => {
    const id = await addMessage(app.member.email)
    await app.sql(`update auth.users set email_confirmed_at = now() where id = $1`, [app.member.id])
    const file = { path: `${id}/${randomUUID()}`, name: 'Plan.pdf', type: 'application/pdf', bytes: 10 }
    await take('contact_messages', id, { from: app.member.email, body: 'My plan', files: [file] })
    const foreign = { ...file, path: `${id}/${randomUUID()}`, name: 'Uche Eze, passport.pdf' }
    await take('contact_messages', id, { from: 'uche@example.com', body: 'Not mine', files: [foreign] })
    const uche = await app.addPerson()
    await app.sql(
      `update auth.users set email = 'uche@example.com', email_confirmed_at = now() where id = $1`,
      [uche.id],
    )
    const hers = await app.call<Record<string, object[]>>(service, 'select private.export_person($1, $2)', [
      uche.id,
      [],
    ])
    expect(hers['public.record_messages']).toMatchObject([{ body: 'Not mine' }])
    expect(hers['public.message_files']).toMatchObject([{ name: 'Uche Eze, passport.pdf' }])
    const exported = await app.call<Record<string, object[]>>(
      service,
      'select private.export_person($1, $2)',
      [app.member.id, []],
    )
    expect(exported['public.record_messages']).toMatchObject([{ body: 'My plan' }])
    expect(exported['public.message_files']).toMatchObject([{ name: 'Plan.pdf' }])
    await app.call(service, 'select private.erase_person($1, $2)', [app.member.id, []])
    for (const table of ['record_messages', 'message_files', 'contact_messages'])
      expect(
        await app.sql(
          `select from public.${table} where ${table === 'contact_messages' ? 'id' : 'record_id'} = $1`,
          [id],
        ),
      ).toEqual([])
  })
})

it('templates are read by who answers, and changed with the right and a second factor', async () => {
  const titles = 'select title from public.reply_templates order by position'
  expect((await app.as<{ title: string }>(sales.caller, titles)).rows.map(({ title }) => title)).toEqual([
    'Greeting',
    'Ask for a document',
    'Thank you',
  ])
  expect((await app.as(app.member.caller, titles)).rows).toEqual([])
  const add = `insert into public.reply_templates (title, body) values ('Hours', 'We are there from 8 to 5.')`
  expect((await app.refusalOf(sales.caller, add)).code).toBe('42501')
  expect((await app.refusalOf(app.reviewer.caller, add)).hint).toBe('aal2')
  await app.as(withSecondFactor(app.reviewer), add)
})
