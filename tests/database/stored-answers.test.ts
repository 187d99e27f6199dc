// Under what the server judges stand CHECKs: of whatever else it might send by mistake, nothing that no form takes is stored.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { contactQuestions } from '#domain/company/contact-messages.ts'
import { jobApplicationQuestions } from '#domain/company/job-applications.ts'
import { partnershipQuestions } from '#domain/company/partnerships.ts'
import type { FieldRule } from '#domain/fields.ts'
import { rulesOf } from '#domain/questions.ts'
import { getRegistrationRules } from '#domain/registrations/readers.ts'
import { registrationFormNames, registrationForms } from '#domain/registrations/registrations.ts'
import type { RegistrationRule } from '#domain/registrations/rules.ts'
import { anonymous, openApp, service } from '#tests/harness/migrated-database.ts'
import { shortPartnership } from '#tests/harness/partnerships.ts'
import { openAdmin } from './registrations/registration-intake.ts'

const app = await openApp()
const admin = openAdmin(app)
afterAll(() => app.close())

/** A state elsewhere has any name, a name that is too long stays in part, and sectors are as many as the column takes. */
const looser = ['state', 'contactPersonName', 'investmentInterest', 'partnershipInterest']

/** Text that the rule refuses, for each of its sides. */
function wrongFor({ kind, min, max, options }: FieldRule | RegistrationRule): string[] {
  if (kind === 'option') return ['no such option']
  if (kind === 'email') return ['no address', `${'a'.repeat(max)}@example.com`]
  if (kind === 'phone') return ['call me', '1'.repeat(16)]
  if (kind === 'url') return ['javascript:alert(1)', `https://example.com/${'x'.repeat(max)}`]
  if (kind === 'year') return ['1', '9999']
  if (!['line', 'text', 'products'].includes(kind) || options?.length === 0) return []
  return ['x'.repeat(max + 1), ...(min > 1 && kind !== 'products' ? ['x'.repeat(min - 1)] : [])]
}

it('every column of text that a form fills is bounded', async () => {
  const { rows } = await app.owner.query<{ name: string }>(
    `select attrelid::regclass || '.' || attname as name from pg_attribute
     where attrelid = any ($1::regclass[]) and atttypid in ('text'::regtype, 'text[]'::regtype) and not attisdropped
       and not exists (
         select from pg_constraint where conrelid = attrelid and contype in ('c', 'f') and attnum = any (conkey))
     order by 1`,
    [
      [
        ...['partnership_applications', 'contact_messages', 'job_applications', 'newsletter_subscriptions'],
        ...['farmers', 'farmer_private', 'training_enrolments', 'training_enrolment_private', 'buyers'],
        ...['investors', 'investor_private', 'registration_submissions', 'consents'],
      ],
    ],
  )
  expect(rows.map(({ name }) => name)).toEqual([])
})

describe.each([
  [
    'submit_partnership',
    'select public.submit_partnership($1, gen_random_uuid())',
    // Applications of before hold whatever was typed as a phone number: its CHECK is of the length alone.
    {
      ...rulesOf(partnershipQuestions),
      phone: { ...rulesOf(partnershipQuestions).phone, kind: 'line', max: 200 },
    },
    shortPartnership,
  ],
  [
    'submit_contact_message',
    'select public.submit_contact_message($1, gen_random_uuid())',
    rulesOf(contactQuestions),
    { topic: 'hr', name: 'Ada Obi', email: 'ada@example.com', message: 'When do you buy sesame?' },
  ],
  [
    'submit_job_application',
    `select public.submit_job_application($1, jsonb_build_object('path', gen_random_uuid() || '.pdf', 'name', 'cv.pdf',
      'type', 'application/pdf', 'bytes', 9), gen_random_uuid())`,
    rulesOf(jobApplicationQuestions),
    { fullName: 'Ada Obi', email: 'ada@example.com', phone: '08031234567' },
  ],
] as [string, string, Record<string, FieldRule>, object][])('%s', (_, call, rules, good) => {
  it('stores nothing that breaks a rule', async () => {
    await app.as(service, call, [JSON.stringify(good)])
    for (const [field, rule] of Object.entries(rules))
      for (const wrong of wrongFor(rule)) {
        const refusal = await app.refusalOf(service, call, [JSON.stringify({ ...good, [field]: wrong })])
        expect([field, wrong.slice(0, 40), refusal.code]).toEqual([field, wrong.slice(0, 40), '23514'])
      }
  })

  it('stores no answer to a question that has no column', async () => {
    const other = { ...good, status: undefined, favouriteColour: 'green' }
    expect((await app.refusalOf(service, call, [JSON.stringify(other)])).code).toBe('42703')
  })
})

describe.each(registrationFormNames)('submit_registration of %s', (form) => {
  it('stores nothing that breaks a rule', async () => {
    const person = registrationForms[form].needsAccount ? await app.addPerson() : undefined
    const prepared = await admin.prepare(form, person && { person })
    const stored: string[] = []
    for (const [field, rule] of Object.entries(getRegistrationRules(form))) {
      if (rule.secret || looser.includes(field)) continue
      for (const wrong of wrongFor(rule)) {
        const answers = { ...prepared.answers, [field]: wrong }
        const context = { ...prepared.context, idempotencyKey: randomUUID() }
        const sealed = {
          ...prepared.sealed,
          secrets: [],
          record: { ...prepared.sealed.record, id: randomUUID() },
        }
        const values = admin.valuesOf(form, { ...prepared, answers, sealed, context })
        const refusal = await app.as(service, admin.call, values).catch((error: { code: string }) => error)
        if ('rows' in refusal) stored.push(`${field}: ${wrong.slice(0, 30)}`)
        else expect([field, wrong.slice(0, 40), refusal.code]).toEqual([field, wrong.slice(0, 40), '23514'])
      }
    }
    expect(stored).toEqual([])
  })
})

it('the rules can be called by nobody: neither visitors nor members nor the service read them or run them', async () => {
  const person = await app.addPerson()
  for (const caller of [anonymous, person.caller, service])
    for (const text of [
      'select * from private.registration_fields',
      'select * from private.field_rules',
      `select private.check_form('order', '{}')`,
      `select private.refuse_clear_secrets('{}')`,
      `select private.insert_once('contact_messages', '{}', gen_random_uuid())`,
      `select private.insert_row('farmers', '{}')`,
    ])
      expect((await app.refusalOf(caller, text)).code, text).toBe('42501')
})
