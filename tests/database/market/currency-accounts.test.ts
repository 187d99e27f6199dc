// An account for each currency: two people and 24 hours as ever, and an order is paid to the account of its own or to none.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { formatDateTime } from '#domain/dates.ts'
import { findAccountProblems } from '#domain/market/account-problems.ts'
import type { AccountCurrency } from '#domain/market/settlement-accounts.ts'
import { render } from '#server/mail/sample-mails.ts'
import { writeSms } from '#server/mail/sms.ts'
import { service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'
import { makeContact, openMarket } from './market-app.ts'
import { bank, openSettlements } from './settlement-app.ts'

const { admin, app, approve, finance, passTime, propose, reset } = await openSettlements()
const market = openMarket(app)
afterAll(() => app.close())
beforeEach(reset)

const euros = {
  ...{ bankName: 'Deutsche Bank', accountName: 'The company', currency: 'EUR' },
  ...{
    accountNumber: 'DE89 3704 0044 0532 0130 00',
    swiftBic: 'cobadeff xxx',
    bankAddress: 'Kaiserplatz 1, Frankfurt',
  },
}
const dollars = {
  ...{ bankName: 'Zenith Bank', accountName: 'The company', currency: 'USD', accountNumber: '5070-123456' },
  ...{
    swiftBic: 'ZEIBNGLA',
    bankAddress: '84 Ajose Adeogun, Lagos',
    correspondent: 'Citibank New York, CITIUS33',
  },
}

async function setAccount(details: object) {
  const id = await propose(withSecondFactor(finance), details, 'bank_account')
  await approve(withSecondFactor(admin), id)
  return id
}

async function agreedOrder(currency: string, change: object = {}) {
  const buyer = await app.addPerson()
  const { id } = await submitOrder(app, buyer)
  const quoteId = await market.call(withSecondFactor(admin), 'quote_order', id, {
    lines: [{ description: 'Cocoa beans', quantity: 10, unit: 'Tons', priceKobo: 180_000 }],
    ...{
      currency,
      paymentTerms: 'Bank Transfer',
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
    ...change,
  })
  await app.as(buyer.caller, 'select public.accept_quote($1, 1800000)', [quoteId])
  return { id, buyer, details: () => market.call(buyer.caller, 'payment_details', id) }
}

describe('an account in another currency', () => {
  it.each([
    ['accountNumber', { accountNumber: 'DE89 3704 0044 0532 0130 01' }],
    ['accountNumber', { accountNumber: '12' }],
    ['swiftBic', { swiftBic: 'COBADE' }],
    ['swiftBic', { swiftBic: '' }],
    ['bankAddress', { bankAddress: '' }],
    ['correspondent', { correspondent: 'x' }],
    ['currency', { currency: 'XAF' }],
  ])('with a wrong %s is refused (%j)', async (hint, change) => {
    const text = 'select public.propose_settlement_account($1, $2)'
    const values = ['bank_account', JSON.stringify({ ...euros, ...change })]
    expect(await app.refusalOf(withSecondFactor(finance), text, values)).toMatchObject({
      code: '23514',
      hint,
    })
  })

  it('is judged by the form as by the database, word for word; the form says all at once', async () => {
    const wrong = {
      ...{
        bankName: 'x',
        accountName: ' y ',
        accountNumber: 'DE89 3704 0044 0532 0130 01',
        swiftBic: 'COBADE',
      },
      ...{ bankAddress: 'here', correspondent: 'x' },
    }
    expect(findAccountProblems('EUR', { ...wrong }).map(({ field }) => field)).toEqual(Object.keys(wrong))
    expect(findAccountProblems('NGN', { ...bank, accountNumber: '12' })).toMatchObject([
      { field: 'accountNumber' },
    ])
    for (const good of [euros, dollars, bank, { ...euros, correspondent: ' ' }]) {
      expect(
        findAccountProblems(('currency' in good ? good.currency : 'NGN') as AccountCurrency, good),
      ).toEqual([])
    }
    const text = 'select public.propose_settlement_account($1, $2)'
    const numbers = ['12', '5070123456', 'GB82 WEST 1234 5698 7654 32', 'GB82 WEST 1234 5698 7654 33', 'N°1']
    const changes = [
      ...Object.entries(wrong).map(([field, value]) => ({ [field]: value })),
      ...numbers.map((accountNumber) => ({ accountNumber })),
      ...[{ bankName: 'é'.repeat(100) }, { bankName: 'é'.repeat(101) }, { bankAddress: ' a  b ' }],
    ]
    for (const change of changes) {
      const details = { ...euros, ...change }
      const values = ['bank_account', JSON.stringify(details)]
      const [problem] = findAccountProblems('EUR', details)
      if (problem)
        expect(
          await app.refusalOf(withSecondFactor(finance), text, values),
          JSON.stringify(change),
        ).toMatchObject({
          hint: problem.field,
          message: problem.message,
        })
      else {
        const id = await propose(withSecondFactor(finance), details, 'bank_account')
        await app.as(withSecondFactor(finance), 'select public.withdraw_settlement_account($1)', [id])
      }
    }
  })

  it('is proposed beside one in naira, once for each currency, and never by the one who approves', async () => {
    await propose(withSecondFactor(finance), bank, 'bank_account')
    const id = await propose(withSecondFactor(finance), euros, 'bank_account')
    const again = ['bank_account', JSON.stringify(euros)]
    const text = 'select public.propose_settlement_account($1, $2)'
    expect((await app.refusalOf(withSecondFactor(admin), text, again)).code).toBe('23505')
    const approval = 'select public.approve_settlement_account($1)'
    expect((await app.refusalOf(withSecondFactor(finance), approval, [id])).code).toBe('42501')
    for (const change of [`swift_bic = 'OTHEDEFF'`, `correspondent = 'Another bank'`, `currency = 'GBP'`])
      await expect(
        app.owner.query(`update public.settlement_accounts set ${change} where id = $1`, [id]),
      ).rejects.toMatchObject({ code: '42501' })
  })

  it('starts the time to pay what was ordered before there was any: a day at least, once', async () => {
    const jobs = () => app.owner.query('select private.run_market_jobs()')
    const product = await market.addProduct(10, 100_000)
    const buyer = await app.addPerson()
    const placed = [
      await market.order(buyer.caller, [{ ...product, quantity: 4 }]),
      await market.orderAsGuest([{ ...product, quantity: 1 }]),
    ]
    // Nor is a time shown that does not run.
    expect(placed.map(({ expiresAt }) => expiresAt)).toEqual([null, null])
    const orders = placed.map(({ id }) => id)
    /** For orders and accounts. */
    const pass = async (interval: string) => {
      await app.owner.query(
        `update public.orders set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval,
           price_locked_until = price_locked_until - $2::interval where id = any ($1)`,
        [orders, interval],
      )
      await passTime(interval)
    }
    const standing = () => Promise.all(orders.map(async (id) => (await market.read(id)).status))
    const reminders = async () =>
      (await Promise.all(orders.map((id) => market.mailsAbout(id))))
        .flat()
        .filter((name) => name === 'order_unpaid' || name === 'order_account_ready')
    const details = () => market.call(buyer.caller, 'payment_details', orders[0])
    await pass('20 days')
    await jobs()
    expect([await standing(), await reminders()]).toEqual([['pending', 'pending'], []])
    expect(await market.stockOf(product)).toBe(5)
    // Nor is anybody asked about other prices meanwhile.
    await app.owner.query('update public.products set price_kobo = 150000 where id = $1', [product.productId])
    expect(await details()).toEqual({ ok: false, code: 'account_not_set', currency: 'NGN' })
    await setAccount(bank)
    await jobs()
    expect(await standing()).toEqual(['pending', 'pending'])
    await pass('25 hours')
    await jobs()
    expect(await standing()).toEqual(['pending', 'pending'])
    // It is news to everybody, and to a member the reminder of the one day.
    const news = ['order_account_ready', 'order_account_ready']
    expect(await reminders()).toEqual(news)
    await jobs()
    expect(await reminders()).toEqual(news)
    const shown = await details()
    expect(shown).toMatchObject({ ok: true, dueKobo: 400_000 })
    expect(Date.parse(String(shown.expiresAt)) - Date.now()).toBeGreaterThan(86_000_000)
    await pass('23 hours')
    await jobs()
    expect(await reminders()).toEqual([...news, 'order_unpaid'])
    await pass('2 hours')
    await jobs()
    expect(await standing()).toEqual(['declined', 'declined'])
    expect(await market.stockOf(product)).toBe(10)
  })

  it('is told to everybody who waits for the first one of their currency: by text without an address, not for a later one', async () => {
    const jobs = () => app.owner.query('select private.run_market_jobs()')
    const told = async (ids: readonly string[]) =>
      (
        await app.owner.query(
          `select channel, data from private.mail_outbox
           where template = 'order_account_ready' and record_id = any ($1) order by array_position($1, record_id)`,
          [ids],
        )
      ).rows
    const product = await market.addProduct(10, 100_000)
    const line = [{ ...product, quantity: 1 }]
    const buyer = await app.addPerson()
    await app.owner.query(`select private.set_app_setting('sms', 'on')`)
    const texted = await market.orderAsGuest(line, { ...makeContact(), email: '' })
    const fresh = await market.order(buyer.caller, line)
    const bulk = await agreedOrder('NGN')
    const byLetter = await agreedOrder('NGN', { paymentTerms: 'Letter of Credit' })
    const inEuros = await agreedOrder('EUR')
    const withdrawn = await market.orderAsGuest(line)
    await market.call(service, 'withdraw_market_order', withdrawn.id, withdrawn.context)
    const ids = [texted.id, fresh.id, bulk.id, byLetter.id, inEuros.id, withdrawn.id]
    await setAccount(bank)
    await jobs()
    expect(await told(ids)).toEqual([])
    await app.owner.query(
      `update public.orders set created_at = created_at - interval '1 day' where id = any ($1)`,
      [ids],
    )
    await passTime('25 hours')
    await jobs()
    await app.owner.query(`select private.set_app_setting('sms', 'off')`)
    const [text, mail, contract, ...more] = await told(ids)
    expect(more).toEqual([])
    const until = async (id: string) => {
      const { rows } = await app.owner.query('select expires_at from public.orders where id = $1', [id])
      return formatDateTime(rows[0]?.expires_at)
    }
    expect(text?.channel).toBe('sms')
    expect(
      writeSms('order_account_ready', text?.data, {
        ...{ companyName: 'the company', siteUrl: 'https://company.example', phone: '+234 700 000 0001' },
      }),
    ).toContain(
      `our account for order ${texted.code} is here: please pay before ${await until(texted.id)}. Open it where you ordered, or call us`,
    )
    const { text: letter } = render('order_account_ready', mail?.data)
    for (const words of ['Please pay before', '₦1,000 is due now.', bank.accountNumber])
      expect(letter).toContain(words)
    // No time runs for a contract.
    const { text: agreed } = render('order_account_ready', contract?.data)
    expect(agreed).toContain('₦18,000 is due now.')
    expect(agreed).not.toContain('Please pay before')
    await setAccount({ ...bank, accountNumber: '9876543210' })
    await passTime('25 hours')
    await jobs()
    expect(await told(ids)).toHaveLength(3)
  })

  it('is paid to by orders of its currency alone, 24 hours after the second person', async () => {
    await setAccount(bank)
    const inEuros = await agreedOrder('EUR', { agreedRate: ' ₦1,790 for  €1 ' })
    const inDollars = await agreedOrder('USD')
    const inNaira = await agreedOrder('NGN')
    await passTime('25 hours')
    expect(await inNaira.details()).toMatchObject({ ok: true, accountNumber: bank.accountNumber })
    expect(await inNaira.details()).not.toHaveProperty('swiftBic')
    await setAccount(euros)
    expect(await inEuros.details()).toEqual({ ok: false, code: 'account_not_set', currency: 'EUR' })
    await passTime('25 hours')
    expect(await inEuros.details()).toMatchObject({
      ...{ ok: true, currency: 'EUR', accountNumber: 'DE89370400440532013000', swiftBic: 'COBADEFFXXX' },
      bankAddress: 'Kaiserplatz 1, Frankfurt',
    })
    expect(await inDollars.details()).toEqual({ ok: false, code: 'account_not_set', currency: 'USD' })
    await setAccount(dollars)
    await passTime('25 hours')
    expect(await inDollars.details()).toMatchObject({
      accountNumber: '5070123456',
      correspondent: 'Citibank New York, CITIUS33',
    })
    const stranger = await app.addPerson()
    expect((await market.refuse(stranger.caller, 'payment_details', inDollars.id)).code).toBe('P0002')

    // The documents name the same account, and the rate that was agreed.
    const document = await market.call(inEuros.buyer.caller, 'issue_pro_forma', inEuros.id)
    const { rows } = await app.owner.query(
      `select content -> 'account' as account, private.is_lapsed(document) as lapsed,
        (select agreed_rate from public.quotes where order_id = document.order_id) as rate
       from public.order_documents as document where id = $1`,
      [document.id],
    )
    expect(rows[0]).toMatchObject({
      account: { swiftBic: 'COBADEFFXXX', accountNumber: 'DE89370400440532013000' },
      lapsed: false,
      rate: '₦1,790 for €1',
    })
  })

  it('has to be there before a buyer is asked for money, in the list of their orders and in mails', async () => {
    const [inEuros, inNaira] = [await agreedOrder('EUR'), await agreedOrder('NGN')]
    const stands = async ({ id, buyer }: typeof inEuros) => {
      const { rows } = await app.as(
        buyer.caller,
        `select public.has_account(own) as pays, exists (select from public.list_own_orders('waiting') where id = own.id) as waits
         from public.orders as own where id = $1`,
        [id],
      )
      return rows[0]
    }
    const mailOf = async ({ id }: typeof inEuros) => {
      const { rows } = await app.owner.query(
        `select data from private.mail_outbox where template = 'order_quote_accepted' and data ->> 'order_id' = $1`,
        [id],
      )
      return render('order_quote_accepted', rows[0]?.data).text
    }
    for (const [order, currency] of [
      [inEuros, 'EUR'],
      [inNaira, 'NGN'],
    ] as const) {
      expect(await stands(order)).toEqual({ pays: false, waits: false })
      const mail = await mailOf(order)
      expect(mail).toContain(`We send you our account in ${currency} first: please wait for it`)
      expect(mail).not.toContain('due now')
    }
    await setAccount(bank)
    await passTime('25 hours')
    expect([await stands(inEuros), await stands(inNaira)]).toEqual([
      { pays: false, waits: false },
      { pays: true, waits: true },
    ])
    expect(await mailOf(await agreedOrder('NGN'))).toContain('₦18,000 is due now.')
    // Nobody reads it of another one's order, whatever row they hand in.
    const stranger = await app.addPerson()
    const { rows } = await app.as(
      stranger.caller,
      `select public.has_account(jsonb_populate_record(null::public.orders, jsonb_build_object('id', $1::uuid, 'currency', 'NGN', 'user_id', $2::uuid))) as pays`,
      [inNaira.id, stranger.id],
    )
    expect(rows).toEqual([{ pays: null }])
  })

  it('notes no rate for an order in naira', async () => {
    const order = await agreedOrder('NGN', { agreedRate: '₦1,790 for €1' })
    const { rows } = await app.owner.query('select agreed_rate from public.quotes where order_id = $1', [
      order.id,
    ])
    expect(rows).toEqual([{ agreed_rate: null }])
  })
})
