// How often one address, device or phone may come to the market without an account: here a tenth of the usual.
import { afterAll, expect, it } from 'vitest'
import { formMessages } from '#domain/form-messages.ts'
import { marketPaths } from '#domain/market/market-orders.ts'
import { defaultMarketCallLimits } from '#server/market/call-limits.ts'
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
  for (let nr = 0; nr < max(perAddress.disputePhotos); nr++)
    expect((await guest.onTrack('d'.repeat(64), marketPaths.trackPhotos)).status).toBe(404)
  expect(await guest.onTrack('d'.repeat(64), marketPaths.trackPhotos)).toMatchObject(tooMany)
  expect((await (await app.newShopper()).onTrack('d'.repeat(64), marketPaths.track)).status).toBe(404)
})

it('a device comes to the checkout so often, from whatever address', async () => {
  const guest = await app.newShopper()
  const request = await guest.request([rice], { homepage: 'a user' })
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

it('an address looks up delivery so often by the client library, however the call is written', async () => {
  const callOptions = (address: number, name = 'delivery_options', method: 'GET' | 'POST' = 'POST') => {
    const question = { items: [rice], state: 'Lagos', lga: '' }
    const query = new URLSearchParams({ ...question, items: JSON.stringify(question.items) })
    return fetch(`${app.url}/rest/v1/rpc/${name}${method === 'GET' ? `?${query}` : ''}`, {
      method,
      headers: {
        ...{ apikey: app.keys.publishableKey, 'content-type': 'application/json' },
        'x-forwarded-for': `203.0.113.${address}`,
      },
      ...(method === 'POST' && { body: JSON.stringify(question) }),
    })
  }
  for (let nr = 0; nr < max(defaultMarketCallLimits.deliveryOptions); nr++)
    expect((await callOptions(201)).status).toBe(200)
  for (const answer of [
    await callOptions(201),
    await callOptions(201, '%64elivery_options'),
    await callOptions(201, undefined, 'GET'),
  ]) {
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ code: 'PT429', message: formMessages.tooMany })
  }
  expect((await callOptions(202)).status).toBe(200)
})

it('an account writes into its cart so often, by functions and rows together, and reads it all the same', async () => {
  const [one, other] = [await app.newPerson(), await app.newPerson()]
  const save = ({ client }: typeof one) => client.rpc('save_cart', { items: [] })
  for (let written = 0; written < max(defaultMarketCallLimits.cartWrites); written++)
    expect((await save(one)).error).toBeNull()
  const cart = one.client.from('cart_items')
  const line = { user_id: one.id, product_id: rice.productId, seen_price_kobo: 1 }
  for (const write of [
    save(one),
    one.client.rpc('merge_cart', { items: [] }),
    cart.insert(line),
    cart.update({ quantity: 2 }).eq('user_id', one.id),
    cart.delete().eq('user_id', one.id),
  ])
    expect((await write).error).toMatchObject({ code: 'PT429', message: formMessages.tooMany })
  expect((await cart.select('quantity')).data).toEqual([])
  expect((await save(other)).error).toBeNull()
})
