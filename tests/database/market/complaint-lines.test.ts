// What a complaint about one line takes back: the VAT of that line and of no other, the same in the ledger and on the note; and what a
// transfer back has of a surplus stays off the invoice.
import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { withSecondFactor } from '#tests/harness/migrated-database.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'
import { findLedgerFaults } from './ledger-faults.ts'
import { openTill } from './market-till.ts'
import { setRates } from './vat-reference.ts'

const { app, market, buyer, admin, confirm, decide } = await openTill()
const payer = await app.addPerson({ role: 'finance' })
afterAll(() => app.close())
await setRates(app, {
  standard: { rateBp: 1000, reason: 'standard rate' },
  delivery: { rateBp: null, reason: 'as the goods that it brings' },
})
const rice = { ...(await market.addProduct(null, 500_000, 'Rice')), quantity: 2 }
const pepper = { ...(await market.addProduct(null, 300_000, 'Pepper')), quantity: 3 }
await app.owner.query(`update public.products set vat_class = 'standard' where id = $1`, [pepper.productId])

/** Rice at 1,000,000 without VAT, pepper at 900,000 with 90,000: paid as far as said, and delivered. */
async function delivered(paidKobo = 1_990_000): Promise<string> {
  const { id, totalKobo } = await market.order(buyer.caller, [rice, pepper])
  expect(totalKobo).toBe(1_990_000)
  if (paidKobo > 0) await confirm(id, paidKobo)
  if (paidKobo < totalKobo) await market.call(withSecondFactor(admin), 'set_credit_terms', id, 'Known', '')
  await decide(id, 'approved')
  await market.deliver(admin.caller, id)
  return id
}

async function grant(id: string, refundKobo: number, line?: number): Promise<void> {
  const complaint = { reason: `Wet: ${randomUUID()}`, ...(line && { line: String(line) }) }
  await market.call(buyer.caller, 'open_order_dispute', id, complaint)
  await market.call(admin.caller, 'resolve_order_dispute', id, {
    ...{ resolution: 'refunded', note: 'Agreed', refundKobo },
  })
}

const sendBack = (id: string, kobo: number) =>
  market.call(withSecondFactor(payer), 'record_refund', id, market.receipt(kobo))

const rowsOf = async <Row extends object>(statement: string, id: string) =>
  (await app.owner.query<Row>(statement, [id])).rows

/** What the ledger has as VAT of all complaints. */
const vatGranted = async (id: string) =>
  (await rowsOf<{ kobo: number }>('select vat_kobo::int as kobo from private.granted_of($1)', id))[0]?.kobo

const notesOf = async (id: string) =>
  (
    await rowsOf<{ content: Record<string, unknown> }>(
      `select content from public.order_documents where order_id = $1 and kind = 'credit_note' order by issued_at`,
      id,
    )
  ).map(({ content }) => content)

it('one pack of pepper back takes its own VAT back, in the ledger and on the note', async () => {
  const id = await delivered()
  await grant(id, 330_000, 2)
  expect(await vatGranted(id)).toBe(30_000)
  await sendBack(id, 330_000)
  expect(await notesOf(id)).toMatchObject([{ vatKobo: 30_000, reason: 'complaint' }])
  expect(await findLedgerFaults(app.owner)).toEqual([])
})

it('rice that bears none takes none back, whether off the balance or as money', async () => {
  const id = await delivered(1_700_000)
  // 290,000 come off the balance, and the rest is to be sent back.
  await grant(id, 400_000, 1)
  expect(await vatGranted(id)).toBe(0)
  await sendBack(id, 110_000)
  const notes = await notesOf(id)
  expect(notes).toHaveLength(2)
  for (const note of notes) expect(note.vatKobo).toBeUndefined()
})

it('pepper off the balance and as money bears its rate in both', async () => {
  const id = await delivered(1_880_000)
  await grant(id, 330_000, 2)
  expect(await vatGranted(id)).toBe(30_000)
  await sendBack(id, 220_000)
  expect((await notesOf(id)).map(({ vatKobo }) => vatKobo)).toEqual([10_000, 20_000])
})

it('what is above what the line cost falls on the rest', async () => {
  const id = await delivered()
  // The rice is all of 1,000,000; half of the rest, which is all pepper, follows.
  await grant(id, 1_495_000, 1)
  expect(await vatGranted(id)).toBe(45_000)
})

it('is all of the VAT in the end, in whatever order lines and the whole were complained about', async () => {
  const steps: [number, number?][][] = [
    [[333_333], [1_000_000, 1], [33, 2], [656_634]],
    [[990_001, 2], [100_000, 2], [899_999]],
    [[1_800_001], [100_000, 1], [89_999, 2]],
    [[7, 2], [11], [13, 1], [1_989_969, 2]],
  ]
  for (const grants of steps) {
    const id = await delivered()
    let before = 0
    for (const [kobo, line] of grants) {
      await grant(id, kobo, line)
      const vat = (await vatGranted(id)) ?? 0
      expect(vat, JSON.stringify(grants)).toBeGreaterThanOrEqual(before)
      expect(vat - before, JSON.stringify(grants)).toBeLessThanOrEqual(kobo)
      before = vat
    }
    expect(before, JSON.stringify(grants)).toBe(90_000)
  }
  expect(await findLedgerFaults(app.owner)).toEqual([])
})

it('a line of a contract bears its class, with its part of the freight', async () => {
  const { id } = await submitOrder(app, buyer, { ...goodRequest })
  const quoteId = await market.call(admin.caller, 'quote_order', id, {
    lines: [
      { description: 'Yam', quantity: 2, unit: 'Tons', priceKobo: 1_500_000, vatClass: 'basic_food' },
      { description: 'Cocoa butter', quantity: 1, unit: 'Tons', priceKobo: 1_000_000, vatClass: 'standard' },
      { kind: 'delivery', description: 'Freight', quantity: 1, unit: 'lot', priceKobo: 400_000 },
      { kind: 'tax', description: 'VAT', quantity: 1, unit: 'lot', priceKobo: 110_000 },
    ],
    ...{ currency: 'NGN', paymentTerms: 'Cash on Delivery' },
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  await market.call(buyer.caller, 'accept_quote', quoteId, 4_510_000)
  await decide(id, 'approved')
  await market.deliver(admin.caller, id)
  await grant(id, 110_000, 2)
  expect(await vatGranted(id)).toBe(10_000)
  await grant(id, 3_300_000, 1)
  expect(await vatGranted(id)).toBe(10_000)
  await grant(id, 1_100_000)
  expect(await vatGranted(id)).toBe(110_000)
})

it('a transfer of a grant and of a surplus says both parts, and takes only the grant back from the invoice', async () => {
  const id = await delivered(2_000_000)
  await grant(id, 330_000, 2)
  await sendBack(id, 340_000)
  expect(await notesOf(id)).toMatchObject([
    { reason: 'complaint', payment: { amountKobo: 340_000 }, grantedKobo: 330_000, vatKobo: 30_000 },
  ])
  const plain = await delivered()
  await grant(plain, 330_000, 2)
  await sendBack(plain, 330_000)
  expect((await notesOf(plain))[0]?.grantedKobo).toBeUndefined()
})

it.each([
  ['NGN', '1 kobo'],
  ['USD', '1 cent'],
  ['EUR', '1 cent'],
  ['GBP', '1 penny'],
])('a grant that is too large is refused in the words of its currency: %s', async (currency, least) => {
  const { id } = await submitOrder(app, buyer)
  const quoteId = await market.call(admin.caller, 'quote_order', id, {
    lines: [{ description: 'Cocoa beans', quantity: 1, unit: 'Tons', priceKobo: 5000, vatClass: 'export' }],
    ...{ currency, paymentTerms: 'Cash on Delivery' },
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  await market.call(buyer.caller, 'accept_quote', quoteId, 5000)
  await decide(id, 'approved')
  await market.deliver(admin.caller, id)
  await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'Half of it is wet' })
  const answer = { resolution: 'refunded', note: 'Agreed', refundKobo: 5001 }
  expect(await market.refuse(admin.caller, 'resolve_order_dispute', id, answer)).toMatchObject({
    ...{ code: '23514', hint: 'refundKobo' },
    message: `The amount must be between ${least} and what the order is worth`,
  })
})
