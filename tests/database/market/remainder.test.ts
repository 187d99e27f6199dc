// A rest that is settled without money: the admin area offers it for just the orders of which the database takes it.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { maySettleRemainder } from '#domain/market/remainder.ts'
import { renderLetter } from '#server/mail/letter.ts'
import { templates } from '#server/mail/templates.ts'
import { service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openCorrections } from './correction-till.ts'
import { hashOf, makeContact } from './market-app.ts'

const till = await openCorrections()
const { app, market, admin, buyer, rice, placed, approved, emptied, confirm, correct, paymentOf, decide } =
  till
const { move, rows } = till
afterAll(() => app.close())

/** A bulk order with a price, approved or not. */
async function priced(status: 'pending' | 'approved') {
  const [order] = await rows<{ id: string }>(
    `insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, delivery_address, total_amount_kobo)
     values ($1, 'bulk', 'Yam', 1, '1', 'Tons', 'Apapa port', 100000) returning id`,
    buyer.id,
  )
  if (status === 'approved') await decide(order?.id ?? '', 'approved')
  return order?.id ?? ''
}

async function onCredit() {
  const id = await placed()
  await market.call(withSecondFactor(admin), 'set_credit_terms', id, 'A known buyer')
  await decide(id, 'approved')
  return id
}

/** Whose money was corrected to nothing when its goods had begun to move. */
async function emptiedUnderWay() {
  const id = await approved()
  await move(id, 'none', 'preparing')
  await correct(await paymentOf(id), 0, 100_000)
  return id
}

const orders: [string, () => Promise<string>, boolean][] = [
  ['of which nothing came', placed, false],
  [
    'of which a part came',
    async () => {
      const id = await placed()
      await confirm(id, 60_000)
      return id
    },
    true,
  ],
  ['that is paid', approved, false],
  ['whose money was corrected to nothing', emptied, false],
  ['whose money was corrected to nothing when its goods were being prepared', emptiedUnderWay, true],
  ['on credit whose goods wait', onCredit, false],
  [
    'on credit that was delivered',
    async () => {
      const id = await onCredit()
      await market.deliver(admin.caller, id)
      return id
    },
    true,
  ],
  [
    'that was declined',
    async () => {
      const id = await placed()
      await confirm(id, 60_000)
      await decide(id, 'declined', 'None left')
      return id
    },
    false,
  ],
  [
    'whose delivery has no price',
    async () => {
      const { id } = await market.order(buyer.caller, [rice], {}, makeContact(), { kind: 'quote' })
      await confirm(id, 60_000)
      return id
    },
    false,
  ],
  ['of a contract that was agreed', () => priced('pending'), false],
  ['of a contract that was approved', () => priced('approved'), true],
]

describe('a rest is settled', () => {
  it.each(orders)('of an order %s as the admin area offers it', async (_, open, isOffered) => {
    const id = await open()
    const [order] = await rows<Parameters<typeof maySettleRemainder>[0]>(
      `select kind, status, fulfilment_status as "fulfilmentStatus", awaits_delivery as "awaitsDelivery",
         private.received_kobo(id)::int as "receivedKobo", private.balance_kobo(id)::int as "openKobo"
       from public.orders where id = $1`,
      id,
    )
    expect(maySettleRemainder(order as NonNullable<typeof order>)).toBe(isOffered)
    const rest = { kind: 'fee', amountKobo: 1, reason: 'The bank kept it', idempotencyKey: randomUUID() }
    const settling = market.call(withSecondFactor(admin), 'settle_remainder', id, rest)
    if (isOffered) await settling
    else await expect(settling).rejects.toMatchObject({ code: '23514' })
  })
})

it('a rest that was settled is read with its time, by a member and by the link of a guest', async () => {
  const fee = () => ({
    kind: 'fee',
    amountKobo: 2_500,
    reason: 'The bank kept it',
    idempotencyKey: randomUUID(),
  })
  const own = await placed()
  const guest = await market.orderAsGuest([rice])
  for (const id of [own, guest.id]) {
    await confirm(id, 60_000)
    await market.call(withSecondFactor(admin), 'settle_remainder', id, fee())
  }
  const read = { kind: 'fee', amount_kobo: 2_500, created_at: expect.anything() }
  const { rows: ofMember } = await app.as(
    buyer.caller,
    'select kind, amount_kobo::int, created_at from public.order_credits where order_id = $1',
    [own],
  )
  expect(ofMember).toEqual([read])
  expect(await market.call(service, 'track_market_order', hashOf(guest.token))).toMatchObject({
    order_credits: [read],
  })
})

it('a surplus after a rest was settled: its mail and its credit note name what was taken off, and add up', async () => {
  const id = await placed()
  await confirm(id, 90_000)
  const fee = { kind: 'fee', amountKobo: 2_500, reason: 'The bank kept it', idempotencyKey: randomUUID() }
  await market.call(withSecondFactor(admin), 'settle_remainder', id, fee)
  await confirm(id, 9_000)
  await market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(1_500))
  const [mail] = await rows<{ data: object }>(
    `select data from private.mail_outbox where data ->> 'order_id' = $1::text and template = 'order_payment_over'`,
    id,
  )
  const sender = { companyName: 'the company', siteUrl: 'https://www.example.com' }
  const { text } = renderLetter(templates.order_payment_over.write(mail?.data, sender), sender)
  expect(text.split('\n').filter((line) => /^(Total|Taken|Net|Arrived|Goes back)/.test(line))).toEqual([
    ...['Total: ₦1,000', 'Taken off: ₦25', 'Net price: ₦975'],
    ...['Arrived: ₦90', 'Arrived in all: ₦990', 'Goes back to you: ₦15'],
  ])
  const note = { totalKobo: 100_000, creditedKobo: 2_500, reason: 'surplus' }
  expect(
    await rows(`select content from public.order_documents where order_id = $1 and kind = 'credit_note'`, id),
  ).toMatchObject([{ content: { ...note, payment: { amountKobo: 1_500, receivedKobo: 97_500 } } }])
})
