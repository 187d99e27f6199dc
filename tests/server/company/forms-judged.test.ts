// The public forms at the server's address: it alone judges the answers, every one by the form's rules, and what it takes
// fits the columns.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { contactForm } from '#domain/company/contact-messages.ts'
import { defaultContent } from '#domain/company/content-defaults.ts'
import { jobApplicationForm } from '#domain/company/job-applications.ts'
import { newsletterForm } from '#domain/company/newsletter.ts'
import { partnershipForm } from '#domain/company/partnerships.ts'
import { type FormDefinition, type FormRules, findFileProblem, findFileQuestion } from '#domain/forms.ts'
import { rulesOf } from '#domain/questions.ts'
import { makeStorable } from '#domain/text.ts'
import { silentLog } from '#platform/log.ts'
import { createForms } from '#server/company/forms/forms.ts'
import { writePhones } from '#server/lib/phones.ts'
import { anonymous, openApp, service } from '#tests/harness/migrated-database.ts'
import { shortPartnership } from '#tests/harness/partnerships.ts'

const app = await openApp()
const authenticator = createForms({
  database: app.database,
  content: () => defaultContent,
  cvs: { put: async () => {}, remove: async () => {}, purge: async () => 0 },
  security: undefined as never,
  companyName: () => 'the company',
  isOwnOrigin: () => true,
  clientAddress: () => '203.0.113.7',
  clock: () => new Date(),
  log: silentLog,
  take: () => 0,
  findSender: async () => null,
})
afterAll(() => app.close())

interface Form {
  definition: FormDefinition
  good: Record<string, unknown>
  table: string
  /** Called with the answers as $1. */
  call: string
}

const cv = `jsonb_build_object('path', gen_random_uuid() || '.pdf', 'name', 'cv.pdf', 'type', 'application/pdf', 'bytes', 9)`

const forms: Record<string, Form> = {
  partnership: {
    definition: partnershipForm,
    table: 'partnership_applications',
    good: {
      termsAccepted: true,
      ...shortPartnership,
      address: 'Keffi',
      experience: 'Ten years',
      investmentCapacity: '5m',
      expectedRevenue: '10m',
      marketingStrategy: 'Radio',
    },
    call: 'select public.submit_partnership($1, gen_random_uuid())',
  },
  newsletter: {
    definition: newsletterForm,
    table: 'newsletter_subscriptions',
    good: { email: 'ada@example.com' },
    call: 'select public.request_newsletter($1)',
  },
  contact: {
    definition: contactForm,
    table: 'contact_messages',
    good: {
      topic: 'hr',
      name: 'Ada Obi',
      email: 'ada@example.com',
      phone: '08031234567',
      message: 'When do you buy sesame?',
    },
    call: 'select public.submit_contact_message($1, gen_random_uuid())',
  },
  job_application: {
    definition: jobApplicationForm,
    table: 'job_applications',
    good: {
      positionId: '',
      fullName: 'Ada Obi',
      email: 'ada@example.com',
      phone: '08031234567',
      coverNote: 'I farm.',
    },
    call: `select public.submit_job_application($1, ${cv}, gen_random_uuid())`,
  },
}

/** companyName stands in company_name. */
const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Every field: missing, of the wrong kind, empty in every way, and at each end of its length. */
function casesOf({ definition, good }: Form): Record<string, unknown>[] {
  const rules: FormRules = rulesOf(definition.questions)
  const cases: Record<string, unknown>[] = [good, {}]
  const required = Object.entries(rules).filter(([, rule]) => rule.min > 0)
  cases.push(Object.fromEntries(required.map(([field]) => [field, good[field]])))
  for (const [field, rule] of Object.entries(rules)) {
    const { [field]: _, ...without } = good
    cases.push(without)
    const values: unknown[] = [
      '',
      ' ',
      '\n',
      null,
      5,
      true,
      false,
      'true',
      ['x'],
      { a: 1 },
      '<b></b>',
      '\u200b',
      '😀',
    ]
    for (const length of [rule.min - 1, rule.min, rule.min + 1, rule.max, rule.max + 1])
      if (length > 0) values.push('x'.repeat(length), `  ${'é'.repeat(length)}  `)
    for (const option of rule.options ?? []) values.push(option, ` ${option}`, option.toUpperCase())
    if (rule.kind === 'email') values.push('a@b', ' ADA@Example.COM ', 'a+b@example.com', 'a b@example.com')
    if (rule.kind === 'phone')
      values.push('080312345', '+44 20 7946 0018', 'call me', '1'.repeat(16), '0803-123-4567')
    for (const value of values) cases.push({ ...good, [field]: value })
  }
  // Several wrong at once: the order of the checks shows.
  for (const [left] of Object.entries(rules))
    for (const [right] of Object.entries(rules))
      if (left < right) cases.push({ ...good, [left]: '', [right]: '@' })
  return cases
}

/** The answers as the server finds them in what was sent: text that can be stored, boxes as true or false. */
function readSent(form: FormDefinition, sent: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(form.questions).flatMap(([name, { control }]): [string, string | boolean][] => {
      const value = sent[name]
      if (control === 'tick') return [[name, value === true || value === 'true']]
      return typeof value === 'string' ? [[name, makeStorable(value)]] : []
    }),
  )
}

async function post(form: FormDefinition, body: BodyInit, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost${form.path}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', accept: 'application/json', ...headers },
    body,
  })
  const response = await authenticator.fetch(request, { incoming: {} } as never)
  return { status: response.status, ...((await response.json()) as { errors?: unknown }) }
}

function sendJson(form: FormDefinition, sent: Record<string, unknown>) {
  const body = JSON.stringify({ ...sent, idempotencyKey: randomUUID() })
  return post(form, body, { 'content-type': 'application/json' })
}

function sendWithFile(form: FormDefinition, sent: Record<string, unknown>, name: string) {
  const data = new FormData()
  for (const [field, value] of Object.entries(sent)) data.set(field, String(value))
  data.set('idempotencyKey', randomUUID())
  data.set(name, new File(['%PDF-1.4\n%%EOF\n'], 'cv.pdf', { type: 'application/pdf' }))
  return post(form, data)
}

describe.each(Object.entries(forms))('the form %s', (_, form) => {
  const { definition } = form
  const file = findFileQuestion(definition)?.name

  it('is refused with the sentence of every broken rule, and what is taken is stored as it was read', async () => {
    const cases = casesOf(form)
    expect(cases.length).toBeGreaterThan(20)
    let taken = 0
    for (const sent of cases) {
      const label = JSON.stringify(sent).slice(0, 300)
      const verdict = definition.read(readSent(definition, sent))
      const problems = [...(verdict.ok ? [] : verdict.problems), ...findFileProblem(definition, 0)]
      await app.owner.query(`delete from public.${form.table}`)
      if (problems.length > 0)
        expect(await sendJson(definition, sent), label).toMatchObject({ status: 422, errors: problems })
      if (verdict.ok) {
        const answer = file
          ? await sendWithFile(definition, verdict.answers, file)
          : await sendJson(definition, sent)
        if ('positionId' in verdict.answers && verdict.answers.positionId !== '')
          expect(answer, label).toMatchObject({ status: 422, errors: [{ field: 'positionId' }] })
        else {
          expect(answer, label).toMatchObject({ status: 200, ok: true })
          const { rows } = await app.owner.query(`select * from public.${form.table}`)
          const answers = writePhones(rulesOf(definition.questions), verdict.answers)
          expect(rows, label).toMatchObject([
            Object.fromEntries(
              Object.entries(answers)
                .filter(([, answer]) => answer !== true)
                .map(([field, answer]) => [columnOf(field), answer === '' ? null : answer]),
            ),
          ])
          taken++
          continue
        }
      }
      expect((await app.owner.query(`select from public.${form.table}`)).rowCount, label).toBe(0)
    }
    expect(taken).toBeGreaterThan(3)
    expect(taken).toBeLessThan(cases.length)
  })

  it('is taken from the server alone: visitors, members and staff have no such function', async () => {
    const admin = await app.addPerson({ role: 'admin' })
    const member = await app.addPerson()
    const values = [JSON.stringify({ ...form.good, email: `${randomUUID()}@example.com` })]
    for (const caller of [anonymous, member.caller, admin.caller])
      expect((await app.refusalOf(caller, form.call, values)).code).toBe('42501')
    await app.as(service, form.call, values)
  })
})

describe('a stored form', () => {
  it('has its confirmation in the same transaction: neither is there without the other', async () => {
    const email = `${randomUUID()}@example.com`
    const client = await app.owner.connect()
    const mails = async () =>
      (await client.query('select from private.mail_outbox where recipient = $1', [email])).rowCount
    await client.query('begin')
    await client.query(forms.contact?.call ?? '', [JSON.stringify({ ...forms.contact?.good, email })])
    expect(await mails()).toBe(1)
    await client.query('rollback')
    expect(await mails()).toBe(0)
    client.release()
  })

  it('is answered by anyone who may, and the database writes down who and when', async () => {
    const reviewer = await app.addPerson({ role: 'reviewer' })
    const { rows } = await app.owner.query<{ id: string }>(
      `insert into public.contact_messages (topic, name, email, message)
        values ('hr', 'Ada Obi', 'ada@example.com', 'A long question') returning id`,
    )
    const id = rows[0]?.id
    const mark = 'update public.contact_messages set status = $2 where id = $1 returning *'
    const done = await app.as(reviewer.caller, mark, [id, 'completed'])
    expect(done.rows[0]).toMatchObject({ answered_by: reviewer.id, answered_at: expect.any(Date) })
    const again = await app.as(reviewer.caller, mark, [id, 'pending'])
    expect(again.rows[0]).toMatchObject({ answered_by: null, answered_at: null })
    expect((await app.refusalOf(reviewer.caller, mark, [id, 'lost'])).code).toBe('23514')
    const forged = `update public.contact_messages set answered_by = gen_random_uuid() where id = $1`
    expect((await app.refusalOf(reviewer.caller, forged, [id])).code).toBe('42501')
  })

  it.each(['partnership_applications', 'job_applications'])(
    'among the %s is decided once, with a reason, and the ledger names who did',
    async (table) => {
      const reviewer = await app.addPerson({ role: 'reviewer' })
      const form = table === 'job_applications' ? forms.job_application : forms.partnership
      await app.as(service, form?.call ?? '', [
        JSON.stringify({ ...form?.good, email: `${randomUUID()}@example.com` }),
      ])
      const { rows } = await app.owner.query(
        `select id from public.${table} order by created_at desc limit 1`,
      )
      const decide = `update public.${table} set status = $2, decline_reason = $3 where id = $1 returning *`
      const declined = await app.as(reviewer.caller, decide, [rows[0]?.id, 'declined', 'Not this season'])
      expect(declined.rows[0]).toMatchObject({ status: 'declined', decline_reason: 'Not this season' })
      expect((await app.refusalOf(reviewer.caller, decide, [rows[0]?.id, 'approved', null])).code).toBe(
        '23514',
      )
      const ledger = await app.as(
        reviewer.caller,
        'select actor_id, from_status, to_status, reason from public.decision_events where record_id = $1',
        [rows[0]?.id],
      )
      expect(ledger.rows).toEqual([
        { actor_id: reviewer.id, from_status: 'pending', to_status: 'declined', reason: 'Not this season' },
      ])
    },
  )
})
