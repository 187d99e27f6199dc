// The public forms' answers go to the domain and to the database, and both must say the same, word for word.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactForm, contactRules } from '#domain/company/contact-messages.ts'
import { jobApplicationForm, jobApplicationRules } from '#domain/company/job-applications.ts'
import { newsletterForm, newsletterRules } from '#domain/company/newsletter.ts'
import { partnershipForm, partnershipRules } from '#domain/company/partnerships.ts'
import type { FormRules, GivenAnswers, Verdict } from '#domain/forms.ts'
import { anonymous, type House, openHouse, service } from '#tests/harness/migrated-database.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

interface Form {
  rules: FormRules
  read(given: GivenAnswers): Verdict<FormRules>
  good: Record<string, unknown>
  /** Called with the answers as $1. */
  call: string
  /** The stored answers under the form's own names, of the row that was just made. */
  stored: string
}

const cv = `jsonb_build_object('path', gen_random_uuid() || '.pdf', 'name', 'cv.pdf', 'type', 'application/pdf', 'bytes', 9)`

const forms: Record<string, Form> = {
  partnership: {
    rules: partnershipRules,
    read: partnershipForm.read,
    good: {
      termsAccepted: true,
      partnershipType: 'strategic',
      companyName: 'Ada Foods',
      contactPerson: 'Ada Obi',
      email: 'ada@example.com',
      phone: '0803',
      country: 'Nigeria',
      address: 'Keffi',
      businessDescription: 'Shops',
      experience: 'Ten years',
      investmentCapacity: '5m',
      expectedRevenue: '10m',
      marketingStrategy: 'Radio',
    },
    call: 'select public.submit_partnership($1, gen_random_uuid())',
    stored: `select jsonb_build_object('termsAccepted', true, 'partnershipType', partnership_type,
        'companyName', company_name, 'contactPerson', contact_person, 'email', email, 'phone', phone,
        'country', country, 'address', coalesce(address, ''), 'businessDescription', business_description,
        'experience', coalesce(experience, ''), 'investmentCapacity', coalesce(investment_capacity, ''),
        'expectedRevenue', coalesce(expected_revenue, ''), 'marketingStrategy', coalesce(marketing_strategy, ''))
      from public.partnership_applications`,
  },
  newsletter: {
    rules: newsletterRules,
    read: newsletterForm.read,
    good: { email: 'ada@example.com' },
    call: 'select public.request_newsletter($1)',
    stored: `select jsonb_build_object('email', email) from public.newsletter_subscriptions`,
  },
  contact: {
    rules: contactRules,
    read: contactForm.read,
    good: {
      topic: 'hr',
      name: 'Ada Obi',
      email: 'ada@example.com',
      phone: '08031234567',
      message: 'When do you buy sesame?',
    },
    call: 'select public.submit_contact_message($1, gen_random_uuid())',
    stored: `select jsonb_build_object('topic', topic, 'name', name, 'email', coalesce(email, ''),
      'phone', coalesce(phone, ''), 'message', message) from public.contact_messages`,
  },
  job_application: {
    rules: jobApplicationRules,
    read: jobApplicationForm.read,
    good: {
      positionId: '',
      fullName: 'Ada Obi',
      email: 'ada@example.com',
      phone: '08031234567',
      coverNote: 'I farm.',
    },
    call: `select public.submit_job_application($1, ${cv}, gen_random_uuid())`,
    stored: `select jsonb_build_object('positionId', coalesce(position_id, ''), 'fullName', full_name, 'email', email,
      'phone', phone, 'coverNote', coalesce(cover_note, '')) from public.job_applications`,
  },
}

/** Every field: missing, of the wrong kind, empty in every way, and at each end of its length. */
function casesOf({ rules, good }: Form): Record<string, unknown>[] {
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

describe.each(Object.entries(forms))('the form %s', (_, form) => {
  it('gets the same verdict, the same sentence and the same stored answers from both', async () => {
    const cases = casesOf(form)
    expect(cases.length).toBeGreaterThan(20)
    let taken = 0
    const client = await house.owner.connect()
    try {
      for (const given of cases) {
        const verdict = form.read(given)
        await client.query('begin')
        const found = await client.query(form.call, [JSON.stringify(given)]).then(
          async () =>
            (await client.query<{ jsonb_build_object: object }>(form.stored)).rows[0]?.jsonb_build_object,
          (error) => ({ code: error.code, message: error.message, field: error.hint, detail: error.detail }),
        )
        await client.query('rollback')
        const [first] = verdict.ok ? [] : verdict.problems
        const isUnknownPosition =
          verdict.ok && verdict.answers.positionId !== undefined && verdict.answers.positionId !== ''
        if (isUnknownPosition) expect(found).toMatchObject({ code: '23514', field: 'positionId' })
        else if (verdict.ok) {
          expect(found, JSON.stringify(given).slice(0, 300)).toEqual(verdict.answers)
          taken++
        } else
          expect(found, JSON.stringify(given).slice(0, 300)).toEqual({
            code: '23514',
            message: first?.message,
            field: first?.field,
            detail: first?.field,
          })
      }
    } finally {
      client.release()
    }
    expect(taken).toBeGreaterThan(3)
    expect(taken).toBeLessThan(cases.length)
  })

  it('is taken from the server alone: visitors, members and staff have no such door', async () => {
    const admin = await house.addPerson({ role: 'admin' })
    const member = await house.addPerson()
    const values = [JSON.stringify({ ...form.good, email: `${randomUUID()}@example.com` })]
    for (const caller of [anonymous, member.caller, admin.caller])
      expect((await house.refusalOf(caller, form.call, values)).code).toBe('42501')
    await house.as(service, form.call, values)
  })
})

describe('a stored form', () => {
  it('has its confirmation in the same transaction: neither is there without the other', async () => {
    const email = `${randomUUID()}@example.com`
    const client = await house.owner.connect()
    const mails = async () =>
      (await client.query('select from private.mail_outbox where recipient = $1', [email])).rowCount
    await client.query('begin')
    await client.query(forms.contact?.call ?? '', [JSON.stringify({ ...forms.contact?.good, email })])
    expect(await mails()).toBe(1)
    await client.query('rollback')
    expect(await mails()).toBe(0)
    client.release()
  })

  it('is answered by whoever may, and the database writes down who and when', async () => {
    const reviewer = await house.addPerson({ role: 'reviewer' })
    const { rows } = await house.owner.query<{ id: string }>(
      `insert into public.contact_messages (topic, name, email, message)
        values ('hr', 'Ada Obi', 'ada@example.com', 'A long question') returning id`,
    )
    const id = rows[0]?.id
    const mark = 'update public.contact_messages set status = $2 where id = $1 returning *'
    const done = await house.as(reviewer.caller, mark, [id, 'completed'])
    expect(done.rows[0]).toMatchObject({ answered_by: reviewer.id, answered_at: expect.any(Date) })
    const again = await house.as(reviewer.caller, mark, [id, 'pending'])
    expect(again.rows[0]).toMatchObject({ answered_by: null, answered_at: null })
    expect((await house.refusalOf(reviewer.caller, mark, [id, 'lost'])).code).toBe('23514')
    const forged = `update public.contact_messages set answered_by = gen_random_uuid() where id = $1`
    expect((await house.refusalOf(reviewer.caller, forged, [id])).code).toBe('42501')
  })

  it.each(['partnership_applications', 'job_applications'])(
    'among the %s is decided once, with a reason, and the ledger keeps who did',
    async (table) => {
      const reviewer = await house.addPerson({ role: 'reviewer' })
      const form = table === 'job_applications' ? forms.job_application : forms.partnership
      await house.as(service, form?.call ?? '', [
        JSON.stringify({ ...form?.good, email: `${randomUUID()}@example.com` }),
      ])
      const { rows } = await house.owner.query(
        `select id from public.${table} order by created_at desc limit 1`,
      )
      const decide = `update public.${table} set status = $2, decline_reason = $3 where id = $1 returning *`
      const declined = await house.as(reviewer.caller, decide, [rows[0]?.id, 'declined', 'Not this season'])
      expect(declined.rows[0]).toMatchObject({ status: 'declined', decline_reason: 'Not this season' })
      expect((await house.refusalOf(reviewer.caller, decide, [rows[0]?.id, 'approved', null])).code).toBe(
        '23514',
      )
      const ledger = await house.as(
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
