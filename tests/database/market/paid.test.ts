// What the buyer's page says was paid: step by step as the ledger has it, of one's own orders and of a link's order alone.
import { afterAll, describe, expect, it } from 'vitest'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openCorrections } from './correction-till.ts'
import { hashOf } from './market-app.ts'

const { app, market, admin, buyer, stranger, finance, rice, placed, confirm, decide, granted, sendBack } =
  await openCorrections()
afterAll(() => app.close())

async function readPaid(person: typeof buyer, id: string) {
  const { rows } = await app.as<{ kobo: number }>(
    person.caller,
    'select public.paid_kobo(orders)::int as kobo from public.orders where id = $1',
    [id],
  )
  return rows[0]?.kobo
}

async function deliveredWith(kobo: number) {
  const id = await placed()
  await confirm(id, kobo)
  await decide(id, 'approved')
  await market.deliver(admin.caller, id)
  return id
}

describe('what was paid', () => {
  it('is less by a surplus that goes back in two transfers, and not by what a complaint was granted', async () => {
    const id = await deliveredWith(130_000)
    expect(await readPaid(buyer, id)).toBe(130_000)
    await granted(id, 30_000)
    // The surplus goes first: between the two, none of the complaint's money has gone.
    await sendBack(id, 20_000)
    expect(await readPaid(buyer, id)).toBe(110_000)
    await sendBack(id, 20_000)
    expect(await readPaid(buyer, id)).toBe(100_000)
    await sendBack(id, 20_000)
    expect(await readPaid(buyer, id)).toBe(100_000)
  })

  it('is what came where only a complaint was granted, and where money went back before it', async () => {
    const id = await deliveredWith(100_000)
    await granted(id, 30_000)
    await sendBack(id, 30_000)
    expect(await readPaid(buyer, id)).toBe(100_000)
    const surplus = await deliveredWith(130_000)
    await sendBack(surplus, 30_000)
    await granted(surplus, 30_000)
    expect(await readPaid(buyer, surplus)).toBe(100_000)
  })

  it('is read by the buyer and by staff, by the holder of a link, and by nobody else', async () => {
    const id = await deliveredWith(100_000)
    expect(await readPaid(buyer, id)).toBe(100_000)
    expect(await readPaid(finance, id)).toBe(100_000)
    // A row that another person makes up has the id of an order, and is not theirs.
    const madeUp = `select public.paid_kobo(jsonb_populate_record(null::public.orders, '{"id": "${id}", "user_id": "${stranger.id}"}')) as kobo`
    expect((await app.as(stranger.caller, madeUp)).rows).toEqual([{ kobo: null }])
    expect((await app.refusalOf(anonymous, madeUp)).code).toBe('42501')
    const guest = await market.orderAsGuest([rice])
    await market.call(withSecondFactor(finance), 'confirm_payment', guest.id, market.receipt(40_000))
    expect(await market.call(service, 'track_market_order', hashOf(guest.token))).toMatchObject({
      paid_kobo: 40_000,
    })
  })
})
