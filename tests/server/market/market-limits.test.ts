// How often one address, device or phone may come to the market without an account: here a tenth of the usual.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formMessages } from '#domain/forms.ts'
import { type MarketOrderLine, marketPaths } from '#domain/market/market-orders.ts'
import { defaultMarketLimits } from '#server/market/limits.ts'
import { makeContact } from '#tests/database/market/market-house.ts'
import { type MarketHouse, openMarketHouse } from './market-house.ts'

let house: MarketHouse
let rice: MarketOrderLine

const factor = 0.1
const { perAddress, perDevice, perPhone } = defaultMarketLimits
const most = ({ count }: { count: number }) => Math.round(count * factor)

beforeAll(async () => {
  house = await openMarketHouse({ FORM_LIMITS_FACTOR: String(factor) })
  rice = await house.addProduct(null)
})
afterAll(() => house.stop())

const tooMany = { status: 429, body: { ok: false, code: 'too_many', message: formMessages.tooMany } }

it('an address gets so many challenges and looks through so many links, and is told how long to wait', async () => {
  const guest = await house.newShopper()
  for (let asked = 0; asked < most(perAddress.proofs); asked++)
    expect((await guest.call('GET', marketPaths.proof)).status).toBe(200)
  const refused = await guest.call('GET', marketPaths.proof)
  expect(refused).toMatchObject(tooMany)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  for (let guessed = 0; guessed < most(perAddress.links); guessed++)
    expect((await guest.onTrack('d'.repeat(64), marketPaths.track)).status).toBe(404)
  expect(await guest.onTrack('d'.repeat(64), marketPaths.track)).toMatchObject(tooMany)
  expect((await (await house.newShopper()).onTrack('d'.repeat(64), marketPaths.track)).status).toBe(404)
})

it('a device comes to the checkout so often, from whatever address', async () => {
  const guest = await house.newShopper()
  const request = await guest.request([rice], { homepage: 'somebody' })
  const send = (address: number) =>
    guest.call('POST', marketPaths.orders, request, { 'x-forwarded-for': `203.0.113.${address}` })
  for (let sent = 0; sent < most(perDevice); sent++) expect((await send(sent)).status).toBe(403)
  expect(await send(99)).toMatchObject(tooMany)
})

it('a phone number is named so often, from whatever device', async () => {
  const contact = makeContact()
  const checkOut = async () =>
    (await house.newShopper()).checkOut([rice], { request: { items: [rice], contact } })
  for (let sent = 0; sent < most(perPhone); sent++) expect((await checkOut()).status).toBe(201)
  expect(await checkOut()).toMatchObject(tooMany)
})
