// The mail outbox: each mail is claimed by one worker at a time, tried again, and forgets its contents in the end.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type App, anonymous, openApp, service } from '#tests/harness/migrated-database.ts'

let app: App | undefined
async function freshApp(): Promise<App> {
  app = app ?? (await openApp())
  return app
}
beforeEach(async () => {
  await (await freshApp()).owner.query('delete from private.mail_outbox')
})
afterAll(() => app?.close())

interface Mail {
  id: string
  status: string
  attempts: number
  data: object
  last_error: string | null
}

async function enqueue(key: string | null = null): Promise<string> {
  const { rows } = await (await freshApp()).as<{ id: string }>(
    service,
    `select private.enqueue_mail('order_received', 'ada@example.com', '{"code": "AG"}', $1) as id`,
    [key],
  )
  return rows[0]?.id ?? ''
}

async function claim(batch = 10, leaseSeconds = 60): Promise<Mail[]> {
  const answer = await (await freshApp()).as(service, 'select * from private.claim_mails($1, $2)', [
    batch,
    leaseSeconds,
  ])
  return answer.rows as unknown as Mail[]
}

async function run(text: string, values: unknown[] = []) {
  return (await freshApp()).as(service, text, values)
}

async function read(id: string): Promise<Mail & { sent_at: Date | null; message_id: string | null }> {
  const { rows } = await (await freshApp()).owner.query('select * from private.mail_outbox where id = $1', [
    id,
  ])
  return rows[0]
}

describe('the outbox', () => {
  it('is closed to visitors and signed-in people', async () => {
    const open = await freshApp()
    const person = await open.addPerson()
    for (const caller of [anonymous, person.caller]) {
      for (const statement of [
        `select private.enqueue_mail('order_received', 'victim@example.com', '{}')`,
        'select * from private.claim_mails(1, 1)',
        `select private.mark_mails_sent(array[gen_random_uuid()], array['x'])`,
        'select * from private.mail_outbox',
      ]) {
        expect((await open.refusalOf(caller, statement)).code, statement).toBe('42501')
      }
    }
  })

  it('drops what its reader switched off since, no more of it at a time than it would send, and goes on to the rest', async () => {
    const open = await freshApp()
    const { rows: readers } = await open.owner.query<{ email: string }>(
      'select email from auth.users where id = $1',
      [(await open.addPerson()).id],
    )
    const reader = readers[0]?.email
    const add = async (recipient: string | undefined, due: string) => {
      const { rows } = await run(
        `select private.enqueue_mail('order_approved', $1, '{"code": "AG"}') as id`,
        [recipient],
      )
      await open.owner.query(
        'update private.mail_outbox set next_attempt_at = now() - $2::interval where id = $1',
        [rows[0]?.id, due],
      )
      return rows[0]?.id
    }
    const [first, second] = [await add(reader, '3 hours'), await add(reader, '2 hours')]
    const [wanted, last] = [await add('bola@example.com', '1 hour'), await add(reader, '1 minute')]
    await open.owner.query(
      `insert into public.notification_choices (user_id, order_mails, registration_mails)
       select id, false, true from auth.users where email = $1`,
      [reader],
    )
    expect((await claim(1)).map(({ id }) => id)).toEqual([wanted])
    expect([await read(first), await read(second)]).toEqual([undefined, undefined])
    expect((await read(last)).status).toBe('waiting')
    expect(await claim(1)).toEqual([])
    expect(await read(last)).toBeUndefined()
  })

  it('is opened to the accounts service for adding, not for reading', async () => {
    const open = await freshApp()
    const { rows } = await open.database.auth.query(
      `select private.enqueue_mail('auth_signup', 'ada@example.com', '{"code": "123456"}') as id`,
    )
    expect(rows[0].id).toBeTruthy()
    await expect(open.database.auth.query('select * from private.mail_outbox')).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('takes the texted codes of the accounts service too, and forgets one that could not be sent', async () => {
    const open = await freshApp()
    const text = `select private.enqueue_sms('auth_phone_change', '+2348031234567', '{"code": "123456"}') as id`
    for (const caller of [anonymous, (await open.addPerson()).caller])
      expect((await open.refusalOf(caller, text)).code).toBe('42501')
    expect((await open.database.auth.query(text)).rows).toEqual([{ id: null }])
    await open.owner.query(`select private.set_app_setting('sms', 'on')`)
    const { rows } = await open.database.auth.query(text)
    await open.owner.query(`select private.set_app_setting('sms', 'off')`)
    expect(await claim()).toMatchObject([
      { id: rows[0].id, channel: 'sms', data: { code: '123456' }, recipient: '+2348031234567' },
    ])
    await run('select private.mark_mail_failed($1, $2, null)', [rows[0].id, 'refused'])
    expect(await read(rows[0].id)).toMatchObject({ status: 'failed', data: {} })
  })

  it('holds a mail once for each key', async () => {
    expect(await enqueue('order:1')).toBe(await enqueue('order:1'))
    expect(await enqueue()).not.toBe(await enqueue())
    expect(await claim()).toHaveLength(3)
  })

  it('wakes the worker', async () => {
    const open = await freshApp()
    const woken = new Promise<void>((resolve) => {
      void open.database.listen('mail_outbox', () => resolve()).then(() => enqueue())
    })
    await woken
  })

  it('gives each mail to one of two workers', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => enqueue()))
    const [first, second] = await Promise.all([claim(6), claim(6)])
    const claimed = [...first, ...second].map(({ id }) => id)
    expect(new Set(claimed).size).toBe(claimed.length)
    const rest = await claim(10)
    expect([...claimed, ...rest.map(({ id }) => id)].sort()).toEqual(ids.sort())
  })

  it('gives a mail out again when its worker died, and not before', async () => {
    const id = await enqueue()
    expect(await claim(1, 60)).toMatchObject([{ id, status: 'sending', attempts: 1 }])
    expect(await claim()).toEqual([])
    await (await freshApp()).owner.query(
      `update private.mail_outbox set lease_until = now() - interval '1 second'`,
    )
    expect(await claim()).toMatchObject([{ id, attempts: 2 }])
  })

  it('forgets the contents of a mail that was sent', async () => {
    const id = await enqueue()
    await claim()
    await run('select private.mark_mails_sent(array[$1::uuid], array[$2])', [id, '<1@example.com>'])
    expect(await read(id)).toMatchObject({ status: 'sent', data: {}, message_id: '<1@example.com>' })
    expect((await read(id)).sent_at).toBeInstanceOf(Date)
    expect(await claim()).toEqual([])
  })

  it('tries again at the given time and keeps the contents for it', async () => {
    const id = await enqueue()
    await claim()
    await run(`select private.mark_mail_failed($1, $2, now() + interval '1 hour')`, [id, 'mailbox busy'])
    expect(await read(id)).toMatchObject({
      status: 'waiting',
      data: { code: 'AG' },
      last_error: 'mailbox busy',
    })
    expect(await claim()).toEqual([])
    await (await freshApp()).owner.query(`update private.mail_outbox set next_attempt_at = now()`)
    expect(await claim()).toMatchObject([{ id, attempts: 2 }])
  })

  it('forgets the contents of a mail that was given up', async () => {
    const id = await enqueue()
    await claim()
    await run('select private.mark_mail_failed($1, $2, null)', [id, 'x'.repeat(900)])
    const mail = await read(id)
    expect(mail).toMatchObject({ status: 'failed', data: {} })
    expect(mail.last_error).toHaveLength(500)
    expect(await claim()).toEqual([])
  })

  it('does not let a late worker undo what another one did', async () => {
    const id = await enqueue()
    await claim()
    await run(`select private.mark_mails_sent(array[$1::uuid], array['first'])`, [id])
    await run(`select private.mark_mail_failed($1, 'late', now())`, [id])
    await run(`select private.mark_mails_sent(array[$1::uuid], array['second'])`, [id])
    expect(await read(id)).toMatchObject({ status: 'sent', message_id: 'first' })
  })
})
