// Registrations as the server takes them in: it alone judges the answers, every one by the form's rules, and what it
// takes fits the columns.
import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { getRegistrationRules, readRegistrationForm } from '#domain/registrations/readers.ts'
import {
  type RegistrationFormName,
  registrationFormNames,
  registrationForms,
} from '#domain/registrations/registrations.ts'
import type { RegistrationRule } from '#domain/registrations/rules.ts'
import { listSecretFields } from '#domain/registrations/rules.ts'
import { RefusedError } from '#server/http/answers.ts'
import { createAttempts } from '#server/http/attempts.ts'
import { writePhones } from '#server/lib/phones.ts'
import { createIntake } from '#server/registrations/intake.ts'
import type { Photos } from '#server/registrations/photos.ts'
import { createMasterKey } from '#server/vault/master-key.ts'
import { createVault } from '#server/vault/vault.ts'
import { openApp } from '#tests/harness/migrated-database.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'

type Sent = Record<string, unknown>

const runs = process.env.TEST_LONG ? 3_000 : 60
const circumstances = { establishedYearMax: 2024 }
const attemptOf = createAttempts('a secret of these tests')

const app = await openApp()
const masterKey = { current: createMasterKey(randomBytes(32)), previous: [] }
const intake = createIntake({
  database: app.database,
  vault: createVault({ database: app.database, masterKey }),
  photos: { take: async () => null, open: async () => null } as unknown as Photos,
  proofs: undefined as never,
  circumstances,
  termsInForce: () => undefined,
})
afterAll(() => app.close())

async function submit(form: RegistrationFormName, answers: Sent) {
  const userId = registrationForms[form].needsAccount ? (await app.addPerson()).id : null
  const idempotencyKey = randomUUID()
  return intake.submit(
    form,
    { answers, idempotencyKey, consents: [] },
    { userId, channel: 'web', enteredBy: null, proof: null },
    attemptOf(form, userId, idempotencyKey),
  )
}

let people = 0
/** With numbers and a birth date of their own: those who share them are compared, each with everybody before. */
function asAnotherPerson(form: RegistrationFormName, sent: Sent): Sent {
  people++
  const rules = Object.entries(getRegistrationRules(form))
  const phones = rules.filter(([, { kind }]) => kind === 'phone').map(([field]) => field)
  const own = Object.entries({
    ...Object.fromEntries(phones.map((field, nr) => [field, `0803${1_000_000 * (nr + 1) + people}`])),
    // 20,000 days, of which the last is of an adult too: a long run has more people.
    dateOfBirth: new Date(Date.UTC(1950, 0, 1 + (people % 20_000))).toISOString().slice(0, 10),
  })
  // What is tested is sent as it is.
  const usual = own.filter(([field]) => field in sent && sent[field] === goodRegistrations[form][field])
  return { ...sent, ...Object.fromEntries(usual) }
}

/** Refused with every sentence of the form's rules, or stored as it was read; answers whether it was taken. */
async function judge(form: RegistrationFormName, answers: Sent): Promise<boolean> {
  const sent = asAnotherPerson(form, answers)
  const label = JSON.stringify(sent).slice(0, 1200)
  const verdict = readRegistrationForm(form, sent, circumstances)
  const outcome = await submit(form, sent).catch((error: unknown) => error)
  if (!verdict.ok) {
    expect(outcome, label).toBeInstanceOf(RefusedError)
    expect(outcome, label).toMatchObject({ code: 'invalid', errors: verdict.problems })
    return false
  }
  expect(outcome, label).toMatchObject({ ok: true, status: 'pending' })
  const { rows } = await app.owner.query(
    'select answers, secret_fields from public.registration_submissions where record_id = $1',
    [(outcome as { id: string }).id],
  )
  expect(rows, label).toEqual([
    {
      answers: writePhones(getRegistrationRules(form), verdict.answers),
      secret_fields: Object.keys(verdict.secrets).sort(),
    },
  ])
  return true
}

const urls = [
  'example.com',
  'HTTP://EXAMPLE.com/Path',
  'https://example.com:8080',
  'ftp://example.com',
  'javascript:alert(1)',
  'https://a@b.example',
  'exa mple.com',
  'https://example.com/"><b>',
  `example.com/${'x'.repeat(480)}`,
  `example.com/${'x'.repeat(490)}`,
]
const amounts = [
  '20',
  '19.99999999',
  '20.00000001',
  '20.000000001',
  '1,000',
  '1,00',
  '-20',
  '0',
  '9'.repeat(30),
]

/** Whatever someone may send in the place of an answer. */
function valuesFor(rule: RegistrationRule): unknown[] {
  const values: unknown[] = [
    '',
    '\n',
    null,
    5,
    true,
    false,
    ['x'],
    [],
    { a: 1 },
    '<b></b>',
    '\u200b\u200b',
    '😀',
  ]
  for (const length of [rule.min - 1, rule.min, rule.max, rule.max + 1])
    if (length > 0 && length < 3000) values.push('x'.repeat(length), ` ${'é'.repeat(length)} `)
  const options = rule.options ?? []
  for (const option of options) values.push(option)
  if (options[0]) values.push(` ${options[0]}`, options[0].toUpperCase(), [options[0]])
  values.push([...options].reverse(), [options[0], options[0]], [...options, 'Gold'])
  if (rule.kind === 'email') values.push('a@b', ' ADA@Example.COM ', 'a+b@example.com', 'a b@example.com')
  if (rule.kind === 'phone') values.push('080312345', '+44 20 7946 0018', 'call me', '1'.repeat(16))
  if (rule.kind === 'url') values.push(...urls)
  if (rule.kind === 'amount') values.push(...amounts)
  if (rule.kind === 'year') values.push('1899', '1900', '2024', '2025', '99', ' 1999 ', '１９９９')
  if (rule.kind === 'products') values.push('Yam', 'yam', 'x, Rice', 'Yams', 'a,,b', ',')
  return values
}

describe.each(registrationFormNames)('the form %s', (form) => {
  const rules = Object.entries(getRegistrationRules(form))
  const secrets = listSecretFields(getRegistrationRules(form))
  const good = goodRegistrations[form]

  it('is judged at every boundary of every question, and what is taken fits its columns', async () => {
    const required = rules.filter(([, rule]) => rule.min > 0)
    const cases: Sent[] = [{}, Object.fromEntries(required.map(([field]) => [field, good[field]]))]
    const taken = new Set<string>()
    for (const [field, rule] of rules) {
      const { [field]: _, ...without } = good
      cases.push(without)
      for (const value of valuesFor(rule)) cases.push({ ...good, [field]: value })
    }
    let refused = 0
    for (const sent of [good, ...cases]) {
      const verdict = readRegistrationForm(form, sent, circumstances)
      // What comes to the same is stored once.
      const same = JSON.stringify(verdict.ok && [verdict.answers, verdict.secrets])
      if (verdict.ok && taken.has(same)) continue
      if (await judge(form, sent)) taken.add(same)
      else refused++
    }
    expect(taken.size).toBeGreaterThan(20)
    expect(refused).toBeGreaterThan(100)
  })

  it('is judged whatever is answered to questions that depend on each other', async () => {
    const triggers: Record<string, unknown[]> = {
      noEmail: [true, false, 'true', null],
      country: ['Nigeria', ' nigeria ', 'NIGERIA', 'Nİgeria', 'Ghana', ''],
      state: ['Lagos', 'lagos', 'FCT', 'X', 'Ashanti', ''],
      nationality: ['Nigerian', 'nigeria', 'Ghanaian'],
      investmentAmount: ['custom', '20-100', '1m-5m', 'CUSTOM'],
      // Facts that cannot be sent as answers, and columns that are nobody's to send.
      isMinor: [true, false],
      collectBvn: [false, true],
      status: ['approved'],
      ...(secrets.includes('dateOfBirth') && { dateOfBirth: ['2012-05-05', '1990-05-05'] }),
    }
    const own = (name: string) => {
      const rule = getRegistrationRules(form)[name]
      return [
        ...(triggers[name] ?? []),
        ...(rule && !rule.secret ? valuesFor(rule) : []),
        undefined,
        good[name],
      ]
    }
    const names = [
      ...rules.map(([name]) => name).filter((name) => !secrets.includes(name)),
      ...Object.keys(triggers),
    ]
    const change = fc
      .constantFrom(...names)
      .chain((name) => fc.constantFrom(...own(name)).map((value) => [name, value] as const))
    const sent = fc
      .array(change, { minLength: 1, maxLength: 4 })
      .map((changes) => ({ ...good, ...Object.fromEntries(changes) }))
    let taken = 0
    for (const input of fc.sample(sent, { numRuns: runs, seed: 7 })) if (await judge(form, input)) taken++
    expect(taken).toBeGreaterThan(5)
  })

  it('is refused without a secret that it demands, in the words of its question', async () => {
    for (const secret of secrets) {
      const { [secret]: _, ...without } = good
      expect(await judge(form, without)).toBe(false)
      const { message } = getRegistrationRules(form)[secret] ?? {}
      const refusal = await submit(form, without).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ errors: [{ field: secret, message }] })
    }
  })

  it('takes what it stored once more and changes nothing, as a correction sends it', () => {
    const known = Object.fromEntries(secrets.map((field) => [field, good[field]]))
    let taken = 0
    for (const [field, rule] of rules.filter(([name]) => !secrets.includes(name)))
      for (const value of valuesFor(rule)) {
        const verdict = readRegistrationForm(form, { ...good, [field]: value }, circumstances)
        if (!verdict.ok) continue
        const again = readRegistrationForm(form, { ...verdict.answers, ...known }, circumstances)
        expect(again).toMatchObject({ ok: true, answers: verdict.answers })
        taken++
      }
    expect(taken).toBeGreaterThan(20)
  })
})

describe('a person under 18', () => {
  it('registers as nothing but a trainee, and as that with a guardian', async () => {
    const minor = { dateOfBirth: '2012-05-12' }
    for (const form of ['farmer', 'investor_individual', 'investor_crypto'] as const) {
      const refusal = await submit(form, { ...goodRegistrations[form], ...minor }).catch(
        (error: unknown) => error,
      )
      expect(refusal).toMatchObject({
        errors: [{ field: 'dateOfBirth', message: getRegistrationRules(form).dateOfBirth?.adultsOnly }],
      })
    }
    const { guardianName: _, guardianPhone: __, guardianConsent: ___, ...alone } = goodRegistrations.training
    const refusal = await submit('training', { ...alone, ...minor }).catch((error: unknown) => error)
    const errors = ['guardianName', 'guardianPhone', 'guardianConsent'].map((field) => ({
      field,
      message: getRegistrationRules('training')[field]?.message,
    }))
    expect(refusal).toMatchObject({ errors })
    expect(await submit('training', { ...goodRegistrations.training, ...minor })).toMatchObject({ ok: true })
  })
})
