// The seven registration forms: the same answers go to the domain and to the database, and both must say the same.
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { normaliseAmount, normaliseUrl } from '#domain/registrations/checks.ts'
import { getRegistrationRules, listSecretsOf, readRegistrationForm } from '#domain/registrations/readers.ts'
import { type RegistrationFormName, registrationFormNames } from '#domain/registrations/registrations.ts'
import type { RegistrationRule } from '#domain/registrations/rules.ts'
import { anonymous, type House, openHouse, service } from '#tests/harness/migrated-database.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'

type Answers = Record<string, unknown>
interface Found {
  answers?: Answers
  message?: string
  field?: string
  detail?: string
}

const longRuns = process.env.TEST_LONG ? 20 : 1
const today = '2026-11-21'
const yearMax = 2024

let house: House
let client: pg.PoolClient
beforeAll(async () => {
  house = await openHouse()
  client = await house.owner.connect()
  // A refusal as a value, so that many cases travel in one statement.
  await client.query(`create function pg_temp.try_form(form text, answers jsonb, context jsonb) returns jsonb
    language plpgsql as $$
    declare problem text; field text; told text;
    begin
      return jsonb_build_object('answers', private.check_form(form, answers, context));
    exception when check_violation then
      get stacked diagnostics problem = message_text, field = pg_exception_hint, told = pg_exception_detail;
      return jsonb_build_object('message', problem, 'field', field, 'detail', told);
    end $$`)
})
afterAll(async () => {
  client.release()
  await house.close()
})

/** What the database makes of each; secrets stay at home, as the server keeps them. */
async function askDatabase(form: RegistrationFormName, cases: readonly Answers[]): Promise<Found[]> {
  const secrets = listSecretsOf(form)
  const rows = cases.map((given) => ({
    answers: Object.fromEntries(Object.entries(given).filter(([field]) => !secrets.includes(field))),
    context: { isMinor: isMinor(given), establishedYearMax: yearMax },
  }))
  const { rows: found } = await client.query<{ found: Found }>(
    `select pg_temp.try_form($1, item -> 'answers', item -> 'context') as found
      from jsonb_array_elements($2::jsonb) with ordinality as given (item, place) order by place`,
    [form, JSON.stringify(rows)],
  )
  return found.map((row) => row.found)
}

function isMinor(given: Answers): boolean {
  return given.dateOfBirth === '2010-05-05'
}

/** What the domain says, as far as the database can know it: of secrets only that their owner is too young. */
function askDomain(form: RegistrationFormName, given: Answers): Found {
  const verdict = readRegistrationForm(form, given, { today, establishedYearMax: yearMax })
  const secrets = listSecretsOf(form)
  if (verdict.ok) return { answers: verdict.answers }
  const young = getRegistrationRules(form).dateOfBirth?.adultsOnly
  const problem = verdict.problems.find(({ field, message }) => !secrets.includes(field) || message === young)
  if (problem) return { message: problem.message, field: problem.field, detail: problem.field }
  // Only secrets are wrong: with good ones the rest is taken.
  const good = goodRegistrations[form]
  const mended = Object.fromEntries(secrets.map((field) => [field, good[field]]))
  if (given.dateOfBirth) mended.dateOfBirth = given.dateOfBirth
  return askDomain(form, { ...given, ...mended })
}

async function compare(form: RegistrationFormName, cases: readonly Answers[]): Promise<number> {
  const found = await askDatabase(form, cases)
  let taken = 0
  for (const [index, given] of cases.entries()) {
    const expected = askDomain(form, given)
    expect(found[index], JSON.stringify(given).slice(0, 1200)).toEqual(expected)
    if (expected.answers) taken++
  }
  return taken
}

/** Whatever somebody may send in the place of an answer. */
function valuesFor(rule: RegistrationRule): unknown[] {
  const values: unknown[] = [
    ...[
      '',
      ' ',
      '\n',
      null,
      5,
      true,
      false,
      'true',
      ['x'],
      [],
      { a: 1 },
      '<b></b>',
      '<b>x</b>',
      '\u200b\u200b',
      '😀',
      'xy',
    ],
  ]
  const lengths = [rule.min - 1, rule.min, rule.min + 1, rule.max, rule.max + 1]
  for (const length of lengths) {
    if (length > 0 && length < 3000) values.push('x'.repeat(length), ` ${'é'.repeat(length)} `)
  }
  const options = rule.options ?? []
  for (const option of options) values.push(option, ` ${option}`, option.toUpperCase(), [option])
  values.push(
    options,
    [...options].reverse(),
    [options[0], options[0]],
    [...options, 'Gold'],
    [options[0], 3],
  )
  if (rule.kind === 'email') values.push('a@b', ' ADA@Example.COM ', 'a+b@example.com', 'a b@example.com')
  if (rule.kind === 'phone')
    values.push('080312345', '+44 20 7946 0018', 'call me', '1'.repeat(16), '0803-123-4567')
  if (rule.kind === 'url') values.push(...urls)
  if (rule.kind === 'amount') values.push(...amounts)
  if (rule.kind === 'year')
    values.push('1899', '1900', '1999', '2024', '2025', '99', '19999', ' 1999 ', '１９９９', '+999')
  if (rule.kind === 'products')
    values.push('Yam', 'yam', 'Rice, x', 'x, Rice', 'x\nRice', ' Yam ', 'Yams', 'a,,b', ',', 'Rice,')
  return values
}

const urls = [
  ...[
    'example.com',
    'www.example.com/a?b=c#d',
    'HTTP://EXAMPLE.com/Path',
    'https://example.com:8080',
    'ftp://example.com',
  ],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    'https://javascript:alert(1)',
    'https://a@b.example',
    '//example.com',
  ],
  ...[
    'example',
    'example.',
    '.com',
    'exa mple.com',
    'https://example.com/a b',
    'https://exämple.com',
    'mailto:a@b.de',
  ],
  ...[
    'https://example.com/é',
    'https://example.com/"><b>',
    `example.com/${'x'.repeat(485)}`,
    `example.com/${'x'.repeat(490)}`,
  ],
  ...[
    'https://https://example.com',
    'http:example.com',
    'example.com?q',
    'example.com#x',
    'linkedin.com/in/ada-obi/',
  ],
]
const amounts = [
  ...[
    '20',
    '19.99999999',
    '20.0',
    '20.00000001',
    '20.000000001',
    '1,000',
    '1,00',
    '020',
    '1e3',
    '-20',
    '٢٠',
    '20.',
    '.5',
  ],
  ...[
    '0',
    '9'.repeat(30),
    '9'.repeat(31),
    `${'0'.repeat(9)}${'9'.repeat(30)}`,
    '1,000,000.50',
    '20 000',
    '+20',
    '0x20',
  ],
]

describe.each(registrationFormNames)('the form %s', (form) => {
  const rules = Object.entries(getRegistrationRules(form))
  const secrets = listSecretsOf(form)
  const good = goodRegistrations[form]

  it('has the same questions in the database, and the names of its secrets alone', async () => {
    const { rows } = await client.query(
      `select position, field, kind, min, max, options, message, malformed, too_long, applies_when, optional_when,
        options_when from private.field_rules where form = $1 order by position`,
      [form],
    )
    const asked = rules.map(([field, rule], index) => ({ field, rule, position: index + 1 }))
    expect(rows).toEqual(
      asked
        .filter(({ rule }) => !rule.secret)
        .map(({ field, rule, position }) => ({
          position,
          field,
          kind: rule.kind,
          min: rule.min,
          max: rule.max,
          options: rule.options ?? null,
          message: rule.message,
          malformed: rule.malformed ?? null,
          too_long: rule.tooLong,
          applies_when: rule.appliesWhen ?? null,
          optional_when: rule.optionalWhen ?? null,
          options_when: rule.optionsWhen ?? null,
        })),
    )
    const { rows: hidden } = await client.query(
      `select position, field, required, applies_when, optional_when, message, adults_only
        from private.secret_fields where form = $1 order by position`,
      [form],
    )
    expect(hidden).toEqual(
      asked
        .filter(({ rule }) => rule.secret)
        .map(({ field, rule, position }) => ({
          position,
          field,
          required: rule.min > 0 && !rule.optionalWhen && !rule.appliesWhen,
          applies_when: rule.appliesWhen ?? null,
          optional_when: rule.optionalWhen ?? null,
          message: rule.message,
          adults_only: rule.adultsOnly ?? null,
        })),
    )
  })

  it('gets the same verdict, the same sentence and the same answers at every boundary of every question', async () => {
    expect(askDomain(form, good).answers).toBeDefined()
    const required = rules.filter(([, rule]) => rule.min > 0)
    const cases: Answers[] = [good, {}, Object.fromEntries(required.map(([field]) => [field, good[field]]))]
    for (const [field, rule] of rules) {
      const { [field]: _, ...without } = good
      cases.push(without)
      if (!secrets.includes(field))
        for (const value of valuesFor(rule)) cases.push({ ...good, [field]: value })
    }
    const taken = await compare(form, cases)
    expect(taken).toBeGreaterThan(20)
    expect(taken).toBeLessThan(cases.length - 100)
  })

  it('gets the same verdict on questions that depend on each other, whatever is answered', async () => {
    const triggers: Record<string, unknown[]> = {
      noEmail: [true, false, 'true', null],
      country: ['Nigeria', ' nigeria ', 'NIGERIA', 'Nİgeria', 'Ghana', ''],
      state: ['Lagos', 'lagos', 'FCT', 'X', 'Ashanti', ''],
      nationality: ['Nigerian', 'nigeria', 'Ghanaian'],
      investmentAmount: ['custom', '20-100', '1m-5m', 'CUSTOM'],
      isMinor: [true, false],
      collectBvn: [false, true],
      status: ['approved'],
      ...(secrets.includes('dateOfBirth') && { dateOfBirth: ['2010-05-05', '1990-05-05'] }),
    }
    const field = fc.constantFrom(...rules.map(([name]) => name).filter((name) => !secrets.includes(name)))
    const anyValue = (name: string): fc.Arbitrary<unknown> => {
      const rule = getRegistrationRules(form)[name]
      const own = [...(triggers[name] ?? []), ...(rule && !rule.secret ? valuesFor(rule) : [])]
      return fc.oneof(fc.constantFrom(...own), fc.constant(undefined), fc.constant(good[name]))
    }
    const mutation = fc
      .oneof(field, fc.constantFrom(...Object.keys(triggers)))
      .chain((name) => anyValue(name).map((value) => [name, value] as const))
    const given = fc.array(mutation, { minLength: 1, maxLength: 4 }).map((changes) => {
      const answers = { ...good, ...Object.fromEntries(changes) }
      return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined))
    })
    // Secrets keep their good value, except that a birth date may be a child's.
    const cases = fc.sample(given, { numRuns: 500 * longRuns, seed: 7 })
    expect(await compare(form, cases)).toBeGreaterThan(20)
  })

  it('takes its own normalised answers again and changes nothing in them', async () => {
    const cases = fc.sample(
      fc
        .constantFrom(...rules.filter(([name]) => !secrets.includes(name)))
        .chain(([name, rule]) =>
          fc.constantFrom(...valuesFor(rule)).map((value): Answers => ({ ...good, [name]: value })),
        ),
      { numRuns: 300 * longRuns, seed: 11 },
    )
    const taken = cases
      .map((given) => askDomain(form, given).answers)
      .filter((answers) => answers !== undefined)
    const again = await askDatabase(form, taken)
    expect(again).toEqual(taken.map((answers) => ({ answers })))
    expect(taken.length).toBeGreaterThan(20)
  })

  it('is refused with any secret in clear, even one that another form asks for', async () => {
    for (const secret of ['dateOfBirth', 'bvn', 'idNumber', 'accountNumber', 'sidraWalletAddress']) {
      const planted = { ...good, [secret]: '1990-05-05' }
      for (const other of listSecretsOf(form)) if (other !== secret) delete planted[other]
      const refusal = await client
        .query('select private.check_form($1, $2, $3)', [form, JSON.stringify(planted), '{}'])
        .then(
          () => null,
          (error) => error,
        )
      expect(refusal).toMatchObject({ code: '23514', hint: secret })
      expect(JSON.stringify(refusal)).not.toContain('1990-05-05')
    }
  })

  it('misses exactly the secrets that the domain demands', async () => {
    for (const nationality of ['Nigerian', ' NIGERIA', 'Ghanaian', '']) {
      for (const collectBvn of [true, false]) {
        const given: Answers = { ...good, nationality }
        for (const secret of secrets) {
          const { [secret]: _, ...without } = given
          const verdict = readRegistrationForm(form, without, {
            today,
            establishedYearMax: yearMax,
            collectBvn,
          })
          const expected = verdict.ok ? null : verdict.problems.find(({ field }) => field === secret)?.message
          const { rows } = await client.query(
            `select (private.find_missing_secret($1, $2, $3, $4)).message`,
            [
              form,
              JSON.stringify({ nationality }),
              JSON.stringify({ collectBvn }),
              secrets.filter((name) => name !== secret),
            ],
          )
          expect(rows[0]?.message ?? null, `${secret} of ${nationality}`).toBe(expected ?? null)
        }
      }
    }
  })
})

describe('web addresses and amounts', () => {
  const ask = async (expression: string, inputs: readonly string[]) => {
    const { rows } = await client.query<{ answer: string | null }>(
      `select ${expression} as answer from unnest($1::text[]) with ordinality as given(input, place) order by place`,
      [inputs],
    )
    return rows.map(({ answer }) => answer)
  }

  it('are recognised and written the same', async () => {
    const texts = [
      ...urls,
      ...fc.sample(fc.webUrl({ withQueryParameters: true, withFragments: true }), { numRuns: 500, seed: 7 }),
      ...fc.sample(
        fc.stringMatching(/^(https?:\/\/)?[a-zA-Z0-9.-]{0,20}(:[0-9]{0,6})?([/?#][!-~é]{0,12})?$/),
        {
          numRuns: 1500 * longRuns,
          seed: 7,
        },
      ),
    ]
    expect(await ask('private.normalise_url(input)', texts)).toEqual(texts.map(normaliseUrl))
    const numbers = [
      ...amounts,
      ...fc.sample(fc.stringMatching(/^[0-9,.]{1,16}$/), { numRuns: 1500 * longRuns, seed: 7 }),
      ...fc.sample(fc.stringMatching(/^[0-9]{1,34}(\.[0-9]{1,9})?$/), { numRuns: 500 * longRuns, seed: 7 }),
    ]
    expect(await ask('private.normalise_amount(input)', numbers)).toEqual(numbers.map(normaliseAmount))
  })
})

describe('the rules', () => {
  it('can be asked by nobody: neither visitors nor members nor the service read them or run them', async () => {
    const person = await house.addPerson()
    for (const caller of [anonymous, person.caller, service]) {
      for (const text of [
        'select * from private.secret_fields',
        'select * from private.field_rules',
        `select private.check_form('farmer', '{}', '{}')`,
        `select private.find_missing_secret('farmer', '{}', '{}', '{}')`,
      ])
        expect((await house.refusalOf(caller, text)).code, text).toBe('42501')
    }
  })
})
