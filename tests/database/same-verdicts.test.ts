// The same inputs go to the domain and to the database, and both must say the same, word for word.
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { legalKinds, mailStates, suppressionReasons } from '#domain/admin/admin.ts'
import { conversationTypes } from '#domain/admin/conversations.ts'
import { blockPages } from '#domain/company/content.ts'
import { getLagosDay } from '#domain/dates.ts'
import { isEmail } from '#domain/emails.ts'
import { limits } from '#domain/limits.ts'
import { creditStatuses } from '#domain/market/credit-states.ts'
import { deliveryKinds } from '#domain/market/delivery.ts'
import { documentKinds } from '#domain/market/documents.ts'
import { ledgerAccountWords, ledgerEventWords } from '#domain/market/ledger.ts'
import { incoterms, orderRequestRules, paymentTerms, readOrderRequest } from '#domain/market/order-request.ts'
import {
  declineCodes,
  fulfilmentStatuses,
  orderKinds,
  orderStatuses,
  paymentStatuses,
} from '#domain/market/orders.ts'
import { packUnits } from '#domain/market/products.ts'
import { computeLineTotal, dueWords, isPartDue, quoteLineKinds } from '#domain/market/quotes.ts'
import { accountCurrencies } from '#domain/market/settlement-accounts.ts'
import { stockReasons } from '#domain/market/stock.ts'
import { vatClasses } from '#domain/market/vat.ts'
import { splitByClass } from '#domain/market/vat-by-class.ts'
import { orderProducts } from '#domain/order-products.ts'
import { findPhoneProblem, normalisePhone } from '#domain/phones.ts'
import { findQuantityProblem, parseQuantity } from '#domain/quantities.ts'
import { registrationRecordTypes } from '#domain/record-types.ts'
import {
  codeAlphabet,
  computeCheckCharacter,
  formatReference,
  parseReference,
} from '#domain/reference-codes.ts'
import { listPhotoRecordTypes } from '#domain/registrations/registrations.ts'
import { cleanLine, cleanText } from '#domain/text.ts'
import { findWholeProblem, packWords } from '#domain/whole-units.ts'
import { buildContainsFilter } from '#site/admin/records/contains-filter.ts'
import { openApp } from '#tests/harness/migrated-database.ts'
import { goodRequest } from '#tests/harness/order-requests.ts'

const app = await openApp()
afterAll(() => app.close())

/** What the database makes of each input, in one question. */
async function request(expression: string, inputs: readonly string[]): Promise<unknown[]> {
  const { rows } = await app.owner.query<{ answer: unknown }>(
    `select ${expression} as answer from unnest($1::text[]) with ordinality as given(input, place) order by place`,
    [inputs],
  )
  return rows.map(({ answer }) => answer)
}

/** Pieces that trip text rules, mixed at random, and any other text that PostgreSQL can hold. */
const trickyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '</',
        '<script>',
        '<b',
        '<!--',
        '-->',
        '<?',
        ' ',
        '  ',
        '\n',
        '\r\n',
        '\t',
        '\u00a0',
        '\u2028',
        '\u0085',
        '\u200b',
        '\u200d',
        '\ufeff',
        '\u202e',
        '\u00ad',
        '\u0001',
        '\u0301',
        'e',
        'Ọ',
        'ṣ',
        'Ɗ',
        'ñ',
        '’',
        "O'Neil",
        '\u212a',
        '😀',
        '&amp;',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join('').replaceAll('\u0000', ''))
const texts = fc.sample(trickyText, { numRuns: 3000, seed: 7 })

describe('plain text', () => {
  it('is cleaned the same on one line', async () => {
    expect(await request('private.clean_line(input)', texts)).toEqual(texts.map(cleanLine))
  })

  it('is cleaned the same on several lines', async () => {
    expect(await request('private.clean_text(input)', texts)).toEqual(texts.map(cleanText))
  })
})

describe('phone numbers', () => {
  const numbers = fc.sample(
    fc.oneof(
      fc.stringMatching(/^[+]?(00)?(234)?0?[ ().-]{0,2}[0-9 ().-]{6,16}$/),
      fc.stringMatching(/^[0-9+ a-]{0,18}$/),
    ),
    { numRuns: 2000, seed: 7 },
  )
  const all = [...numbers, '0803 123 4567', '+234 (0) 803 123 4567', '234 803 123 4567', '8031234567', '']

  it('are accepted or refused with the same sentence', async () => {
    expect(await request('private.phone_problem(input)', all)).toEqual(all.map(findPhoneProblem))
  })

  it('are stored in the same form', async () => {
    expect(await request('private.normalise_phone(input)', all)).toEqual(all.map(normalisePhone))
  })
})

describe('what is searched for', () => {
  const countryCodes = ['', '0', '00', '+', '234', '+234', '00234', '+2340', '002340', '0234']
  const separators = ['', ' ', '-', '.', '/', '()']
  const typed = countryCodes.flatMap((code) =>
    separators.flatMap((separator) =>
      Array.from({ length: 12 }, (_, length) =>
        [code, ...'803123456789'.slice(0, length + 1)].join(separator).trim(),
      ),
    ),
  )
  // A star is one character to the services' filters, and itself to the database.
  const others = fc.sample(fc.string({ unit: fc.constantFrom(...'0123478+()./ -%_\\"a,') }), {
    numRuns: 500,
    seed: 16,
  })
  const texts = [...typed, ...others.map((text) => text.trim())].filter(Boolean)

  /** The patterns of one column, out of the quotes that the services' filters stand in. */
  const patternsOf = (text: string) =>
    [...(buildContainsFilter(['name'], text) ?? '').matchAll(/name\.ilike\."((?:[^"\\]|\\.)*)"/g)].map(
      ([, pattern = '']) => pattern.replace(/\\(.)/g, '$1'),
    )

  it('is the same in lists that are views as in those that are searched by a function', async () => {
    expect(texts.filter((text) => patternsOf(text).length === 2).length).toBeGreaterThan(100)
    expect(texts.map(patternsOf)).toEqual(await request('private.search_patterns(input)', texts))
  })
})

describe('quantities', () => {
  const quantities = [
    ...fc.sample(fc.stringMatching(/^[0-9,.]{0,14}$/), { numRuns: 2000, seed: 7 }),
    ...[
      '',
      '0',
      '0.000',
      '0.001',
      '0.0001',
      '1',
      '1,000',
      '1,00',
      '1,5',
      '.5',
      '5.',
      '-1',
      '1e3',
      '1 000',
      '١',
    ],
    ...['1000000000', '1,000,000,000', '1000000000.001', '1000000001', '9'.repeat(40), `${'0'.repeat(39)}1`],
  ]

  it('are accepted or refused with the same sentence', async () => {
    expect(await request('private.quantity_problem(input)', quantities)).toEqual(
      quantities.map(findQuantityProblem),
    )
  })

  it('are the same number', async () => {
    const fine = quantities.filter((text) => findQuantityProblem(text) === null)
    expect(await request(`replace(input, ',', '')::numeric::double precision`, fine)).toEqual(
      fine.map(parseQuantity),
    )
  })
})

describe('units', () => {
  it('are counted whole by the same words', async () => {
    const { rows } = await app.owner.query<{ text: string }>(
      `select prosrc as text from pg_proc where pronamespace = 'private'::regnamespace and proname = 'is_whole_unit'`,
    )
    expect(/\(([a-z|]+)\)\(s\|es\)/.exec(rows[0]?.text ?? '')?.[1]?.split('|')).toEqual([...packWords])
  })

  it('are counted whole or weighed, the same in both, whatever stands around the word', async () => {
    const around = [
      '',
      ' ',
      '20ft ',
      'Jute ',
      '(',
      '50kg',
      'Tons in ',
      'MT (',
      'metric tonnes, ',
      'a',
      ' of 50 kg',
      's',
      'es',
    ]
    const written = fc.sample(
      fc
        .tuple(
          fc.constantFrom(...around),
          fc.constantFrom(...packWords, 'Bag', 'SACK', 'ton', 'age'),
          fc.constantFrom(...around),
          trickyText,
        )
        .map((pieces) => pieces.join('')),
      { numRuns: 2000, seed: 7 },
    )
    const verdicts = written.map((unit) => findWholeProblem(0.5, unit) !== null)
    expect(await request('private.is_whole_unit(input)', written)).toEqual(verdicts)
    expect(new Set(verdicts).size).toBe(2)
  })
})

describe('lines of a quote', () => {
  it('come to the same total, to the kobo', async () => {
    // Read from the table, so that anyone who changes its rounding meets the domain here.
    const { rows } = await app.owner.query<{ rule: string }>(
      `select pg_get_expr(adbin, adrelid) as rule from pg_attrdef join pg_attribute
         on attrelid = adrelid and attnum = adnum
       where adrelid = 'public.quote_lines'::regclass and attname = 'total_kobo'`,
    )
    const drawn = fc.sample(
      fc.tuple(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 0, max: 1e7 })),
      500,
    )
    const lines = [
      [1.005, 100],
      [0.005, 100],
      [1000, 7_000_000],
      [0.001, 499],
    ].concat(drawn.map(([thousandths, priceKobo]) => [thousandths / 1000, priceKobo]))
    const inDatabase = await request(
      `(select (${rows[0]?.rule})::text from jsonb_to_record(input::jsonb) as line (quantity numeric, price_kobo bigint))`,
      lines.map(([quantity, price_kobo]) => JSON.stringify({ quantity, price_kobo })),
    )
    const inDomain = lines.map(([quantity = 0, priceKobo = 0]) =>
      String(computeLineTotal(quantity, priceKobo)),
    )
    expect(inDomain).toEqual(inDatabase)
  })
})

describe('VAT of a quote', () => {
  it('is reckoned from the same amount of each class, and the amounts add up to the whole', async () => {
    const amount = fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 1e6 }),
      fc.integer({ min: 0, max: 9e15 }),
    )
    const line = fc.record({ vatClass: fc.constantFrom(...vatClasses), amountKobo: amount })
    const drawn = fc.sample(fc.tuple(fc.array(line, { minLength: 1, maxLength: 6 }), amount), {
      numRuns: 1000,
      seed: 7,
    })
    const rates = vatClasses.map((vatClass) => ({ vatClass, rateBp: 750, reason: 'as a test' }))
    const inDatabase = await request(
      `(select jsonb_object_agg(line ->> 'vatClass', line ->> 'baseKobo') from jsonb_array_elements(private.vat_by_class(
         input::jsonb -> 0, (input::jsonb ->> 1)::bigint, '${JSON.stringify(rates)}')) as line)`,
      drawn.map((basket) => JSON.stringify(basket)),
    )
    const inDomain = drawn.map(([goods, whole]) => {
      const lines = goods.map((one) => ({ ...one, amountKobo: BigInt(one.amountKobo) }))
      const bases = splitByClass(BigInt(whole), lines)
      expect([...bases.values()].reduce((sum, base) => sum + base, 0n)).toBe(BigInt(whole))
      return Object.fromEntries([...bases].map(([vatClass, base]) => [vatClass, String(base)]))
    })
    expect(inDatabase).toEqual(inDomain)
  })
})

describe('e-mail addresses', () => {
  it('are recognised the same', async () => {
    const addresses = [
      ...fc.sample(fc.stringMatching(/^[a-zA-Z0-9.+_%'-]{0,8}@?[a-z0-9.-]{0,12}@?[a-z]{0,4}$/), {
        numRuns: 2000,
        seed: 7,
      }),
      ...fc.sample(fc.emailAddress(), { numRuns: 500, seed: 7 }),
      ...['ada@example.com', 'a@b', 'a@b.c', 'a..b@c.de', `${'a'.repeat(64)}@b.de`, `${'a'.repeat(65)}@b.de`],
      ...[`a@${'b.'.repeat(125)}com`, `a@${'b.'.repeat(124)}com`, 'a@-b.de', 'a@b-.de', 'ä@b.de', 'a@b.de\n'],
    ]
    expect(await request('private.is_email(input)', addresses)).toEqual(addresses.map(isEmail))
  })
})

describe('order codes', () => {
  const payload = fc
    .array(fc.constantFrom(...codeAlphabet), { minLength: 6, maxLength: 6 })
    .map((a) => a.join(''))

  it('have the same check character', async () => {
    const payloads = fc.sample(payload, { numRuns: 1000, seed: 7 })
    expect(await request('private.order_code_check(input)', payloads)).toEqual(
      payloads.map(computeCheckCharacter),
    )
    expect(await request('private.format_order_code(input)', payloads)).toEqual(
      payloads.map((of) => formatReference('AG', of)),
    )
  })

  it('made by the database are read by the domain, and differ', async () => {
    const created = (await request('private.make_order_code()', Array(1000).fill('x'))) as string[]
    for (const code of created) expect(parseReference('AG', code)).toBe(code)
    expect(new Set(created).size).toBe(1000)
  })
})

describe('the order form', () => {
  type Answers = Record<string, unknown>
  const cases: Answers[] = [goodRequest, {}]
  const change = (field: string, ...values: unknown[]) => {
    for (const value of values) cases.push({ ...goodRequest, [field]: value })
  }
  for (const [field, rule] of Object.entries(orderRequestRules)) {
    if (field === 'preferredDate') continue // its verdict depends on the day: see below
    const { [field]: _, ...without } = goodRequest as Answers
    cases.push(without)
    change(
      field,
      '',
      ' ',
      '\n',
      null,
      5,
      true,
      ['x'],
      { a: 1 },
      '<b></b>',
      '\u200b\u200b\u200b',
      '😀',
      '😀😀',
    )
    const lengths = [rule.min - 1, rule.min, rule.min + 1, rule.max, rule.max + 1]
    for (const length of lengths)
      if (length > 0) change(field, 'x'.repeat(length), `  ${'é'.repeat(length)}  `)
  }
  change(
    'email',
    'ada@example',
    ' ADA@Example.COM ',
    'a+b@example.com',
    `${'a'.repeat(64)}@example.com`,
    'a b@example.com',
  )
  change(
    'phone',
    '080312345',
    '0803123456',
    '08031234567',
    '1'.repeat(15),
    '1'.repeat(16),
    '0803 CALL ME',
    '+44 20 7946 0018',
    '0012345678',
  )
  change(
    'quantity',
    '0',
    '0.0',
    '-5',
    '1,000',
    '1,00',
    '2.5',
    '2.5555',
    '1000000000',
    '1000000001',
    'ten',
    '½',
  )
  for (const field of ['product', 'unit', 'paymentTerms', 'incoterms'] as const) {
    const { options = orderProducts } = orderRequestRules[field]
    change(field, ...options, ...options.map((option) => ` ${option}`), options[0]?.toLowerCase())
  }
  cases.push({ ...goodRequest, companyName: '', email: 'no', incoterms: '' })
  cases.push({ ...goodRequest, status: 'approved', user_id: 'me', total_amount: 1 })

  it('gets the same verdict, the same sentence and the same stored answers from both', async () => {
    expect(cases.length).toBeGreaterThan(250)
    // All in one question, so that the hundreds of cases are not as many waits for a busy machine.
    await app.owner.query(`create function public.verdict_on(answers jsonb) returns jsonb language plpgsql as $$
      declare message text; hint text; detail text;
      begin
        return jsonb_build_object('answers', private.check_order_request(answers));
      exception when others then
        get stacked diagnostics message = message_text, hint = pg_exception_hint, detail = pg_exception_detail;
        return jsonb_build_object('message', message, 'field', hint, 'code', sqlstate, 'detail', detail);
      end $$`)
    const results = await request(
      'public.verdict_on(input::jsonb)',
      cases.map((answers) => JSON.stringify(answers)),
    )
    await app.owner.query('drop function public.verdict_on(jsonb)')
    for (const [nr, answers] of cases.entries()) {
      const verdict = readOrderRequest(answers)
      const problem = verdict.ok ? undefined : verdict.problems[0]
      expect(results[nr], JSON.stringify(answers)).toEqual(
        verdict.ok ? { answers: verdict.answers } : { ...problem, code: '23514', detail: problem?.field },
      )
    }
  })

  it('takes the same days as preferred delivery date', async () => {
    const today = getLagosDay(new Date())
    const yesterday = getLagosDay(Date.now() - 86_400_000)
    const person = await app.addPerson()
    for (const preferredDate of [
      ...['', ' ', today, ` ${today} `, '2400-02-29', '9999-12-31'],
      ...[
        yesterday,
        '2401-02-29',
        '2400-02-30',
        '2400-13-01',
        '0000-01-01',
        '1-1-2400',
        'tomorrow',
        '01/02/2400',
      ],
      ...['24000101', '2400-2-1', '12026-01-01', '😀'.repeat(10), null, 5],
    ]) {
      const answers = { ...goodRequest, preferredDate }
      const verdict = readOrderRequest(answers)
      const created = app
        .as<{ made: { id: string } }>(
          person.caller,
          'select public.submit_order($1, gen_random_uuid()) as made',
          [JSON.stringify(answers)],
        )
        .then(({ rows }) => rows[0]?.made.id)
      if (!verdict.ok) {
        await expect(created, JSON.stringify(answers)).rejects.toMatchObject({
          code: '23514',
          message: verdict.problems[0]?.message,
          hint: 'preferredDate',
          detail: 'preferredDate',
        })
        continue
      }
      const { rows } = await app.owner.query('select delivery_date::text from public.orders where id = $1', [
        await created,
      ])
      expect(rows[0]?.delivery_date, JSON.stringify(answers)).toBe(verdict.answers.preferredDate || null)
    }
  })

  it('keeps every hostile text out of the tables’ own rules: what passes the form fits the columns', async () => {
    const person = await app.addPerson()
    const longest = {
      ...goodRequest,
      companyName: '😀'.repeat(limits.shortTextMax),
      contactPerson: 'Ọ'.repeat(limits.shortTextMax),
      address: 'x'.repeat(limits.addressMax),
      deliveryLocation: 'y'.repeat(limits.addressMax),
      additionalRequirements: 'z'.repeat(limits.remarksMax),
      phone: '0012345678',
      quantity: `${'0'.repeat(30)}1.5`,
    }
    const { rows } = await app.as<{ made: { status: string } }>(
      person.caller,
      'select public.submit_order($1, gen_random_uuid()) as made',
      [JSON.stringify(longest)],
    )
    expect(rows[0]?.made.status).toBe('pending')
  })
})

it('a part of a price is due at the same time, however far the goods are', async () => {
  const { rows } = await app.owner.query(
    `select due, status, goods, private.is_part_due(due, status, goods) as is_due
     from unnest($1::text[]) as due cross join unnest($2::text[]) as status cross join unnest($3::text[]) as goods`,
    [Object.keys(dueWords), orderStatuses, fulfilmentStatuses],
  )
  expect(rows).toHaveLength(3 * orderStatuses.length * fulfilmentStatuses.length)
  expect(rows).toEqual(
    rows.map((row) => ({
      ...row,
      is_due: isPartDue(row.due, { status: row.status, fulfilmentStatus: row.goods }),
    })),
  )
})

describe('lists', () => {
  it.each<[constraint: string, list: readonly string[]]>([
    ['ledger_transfers_event_known', Object.keys(ledgerEventWords)],
    ['legal_texts_kind_known', legalKinds],
    ['letters_of_credit_status_known', creditStatuses],
    ['mail_outbox_status_known', mailStates],
    ['mail_suppressions_reason_known', suppressionReasons],
    ['order_deliveries_kind_known', deliveryKinds],
    ['order_documents_kind_known', documentKinds],
    ['order_requests_payment_terms_known', paymentTerms],
    ['orders_decline_code_known', declineCodes],
    ['orders_fulfilment_status_known', fulfilmentStatuses],
    ['orders_kind_known', orderKinds],
    ['orders_payment_status_known', paymentStatuses],
    ['page_facts_page_known', blockPages],
    ['products_pack_unit_known', packUnits],
    ['quote_lines_kind_known', quoteLineKinds],
    ['quotes_incoterms_known', incoterms],
  ])('%s takes what the domain has a word for', async (constraint, list) => {
    const { rows } = await app.owner.query<{ text: string }>(
      'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
      [constraint],
    )
    expect(rows.map(({ text }) => quotedIn(text))).toEqual([list.toSorted()])
  })

  it.each([
    ['counter_offers_currency_known', 'currencies'],
    ['order_items_vat_class_known', 'vat_classes'],
    ['order_products_price_currency_known', 'currencies'],
    ['order_products_vat_class_known', 'vat_classes'],
    ['orders_currency_known', 'currencies'],
    ['payments_currency_known', 'currencies'],
    ['products_vat_class_known', 'vat_classes'],
    ['quote_lines_vat_class_known', 'vat_classes'],
    ['quotes_currency_known', 'currencies'],
    ['quotes_vat_class_known', 'vat_classes'],
    ['record_messages_record_type_known', 'conversation_types'],
    ['registration_submissions_record_type_known', 'registration_types'],
    ['settlement_accounts_currency_known', 'currencies'],
    ['stock_movements_reason_known', 'stock_reasons'],
  ])('%s takes what private.%s lists', async (constraint, list) => {
    const { rows } = await app.owner.query<{ text: string }>(
      'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
      [constraint],
    )
    expect(rows.map(({ text }) => text)).toEqual([expect.stringContaining(`= ANY (private.${list}())`)])
  })

  it.each<[name: string, list: readonly string[]]>([
    ['conversation_types', conversationTypes],
    ['currencies', accountCurrencies],
    ['photo_types', listPhotoRecordTypes()],
    ['registration_types', registrationRecordTypes],
    ['stock_reasons', stockReasons],
    ['vat_classes', vatClasses],
    // Beside the accounts stand the two sides.
    ['ledger_side', [...Object.keys(ledgerAccountWords), 'debit', 'credit']],
  ])('private.%s knows what the domain has a word for', async (name, list) => {
    const { rows } = await app.owner.query<{ text: string }>(
      `select coalesce(pg_get_function_sqlbody(oid), prosrc) as text from pg_proc
        where pronamespace = 'private'::regnamespace and proname = $1`,
      [name],
    )
    expect(rows.map(({ text }) => quotedIn(text))).toEqual([list.toSorted()])
  })
})

/** The texts that a piece of SQL names, each once. */
const quotedIn = (sql: string) =>
  [...new Set([...sql.matchAll(/'([^']+)'/g)].map(([, text = '']) => text))].sort()
