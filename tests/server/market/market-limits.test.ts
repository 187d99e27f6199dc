// How often one address, device or phone may come to the market without an account: here a tenth of the usual.
import { afterAll, expect, it } from 'vitest'
import { formMessages } from '#domain/form-messages.ts'
import { marketPaths } from '#domain/market/market-orders.ts'
import { defaultMarketLimits } from '#server/market/limits.ts'
import { makeContact } from '#tests/database/market/market-app.ts'
import { openMarketApp } from './market-app.ts'

const factor = 0.1
const { perAddress, perDevice, perPhone } = defaultMarketLimits
const max = ({ count }: { count: number }) => Math.round(count * factor)

const app = await openMarketApp({ FORM_LIMITS_FACTOR: String(factor) })
const rice = await app.addProduct(null)
afterAll(() => app.stop())

const tooMany = { status: 429, body: { ok: false, code: 'too_many', message: formMessages.tooMany } }

it('an address gets so many challenges and looks through so many links, and is answered how long to wait', async () => {
  const guest = await app.newShopper()
  for (let requested = 0; requested < max(perAddress.proofs); requested++)
    expect((await guest.call('GET', marketPaths.proof)).status).toBe(200)
  const refused = await guest.call('GET', marketPaths.proof)
  expect(refused).toMatchObject(tooMany)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  for (let guessed = 0; guessed < max(perAddress.links); guessed++)
    expect((await guest.onTrack('d'.repeat(64), marketPaths.track)).status).toBe(404)
  expect(await guest.onTrack('d'.repeat(64), marketPaths.track)).toMatchObject(tooMany)
  // The photos of a complaint have a limit of their own.
  for (let looked = 0; looked < max(perAddress.disputePhotos); looked++)
    expect((await guest.onTrack('d'.repeat(64), marketPaths.trackPhotos)).status).toBe(404)
  expect(await guest.onTrack('d'.repeat(64), marketPaths.trackPhotos)).toMatchObject(tooMany)
  expect((await (await app.newShopper()).onTrack('d'.repeat(64), marketPaths.track)).status).toBe(404)
})

it('a device comes to the checkout so often, from whatever address', async () => {
  const guest = await app.newShopper()
  const request = await guest.request([rice], { homepage: 'somebody' })
  const send = (address: number) =>
    guest.call('POST', marketPaths.orders, request, { 'x-forwarded-for': `203.0.113.${address}` })
  for (let sent = 0; sent < max(perDevice); sent++) expect((await send(sent)).status).toBe(403)
  expect(await send(99)).toMatchObject(tooMany)
})

it('a phone number is named so often, from whatever device', async () => {
  const contact = makeContact()
  const checkOut = async () =>
    (await app.newShopper()).checkOut([rice], { request: { items: [rice], contact } })
  for (let sent = 0; sent < max(perPhone); sent++) expect((await checkOut()).status).toBe(201)
  expect(await checkOut()).toMatchObject(tooMany)
})
