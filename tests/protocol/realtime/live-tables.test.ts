// The house's own live tables, through its real door: who hears of an order, and that stopping is not held up by sockets.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '#tests/harness/database.ts'
import { type Client, mustWork, startHouse, type TestHouse } from '#tests/harness/house.ts'
import { Heard, subscribe } from './realtime-service.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

const order = {
  companyName: 'Rotterdam Cocoa BV',
  contactPerson: 'Ada Obi',
  email: 'buyer@example.com',
  phone: '0803 123 4567',
  address: '12 Marina Road, Lagos',
  country: 'Nigeria',
  product: 'Cocoa Beans',
  quantity: '40',
  unit: 'Tons',
  deliveryLocation: 'Apapa Port',
  paymentTerms: 'Letter of Credit',
  incoterms: 'FOB',
}

async function listen(client: Client): Promise<Heard<string>> {
  const heard = new Heard<string>()
  const { status } = await subscribe(
    client
      .channel('desk')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'orders' }, (event) =>
        heard.add(`${event.eventType} ${(event.new as { status?: string }).status}`),
      ),
  )
  expect(status).toBe('SUBSCRIBED')
  return heard
}

describe('an order', () => {
  it('is heard of by its buyer and by staff, and by nobody else', async () => {
    const [buyer, stranger, admin] = await Promise.all([
      house.newPerson(),
      house.newPerson(),
      house.newAdmin(),
    ])
    const visitor = house.newClient()
    const [forVisitor, forStranger, forBuyer, forAdmin] = [
      await listen(visitor),
      await listen(stranger.client),
      await listen(buyer.client),
      await listen(admin.client),
    ]
    const submit = (client: Client) =>
      client.rpc('submit_order', { request: order, idempotency_key: randomUUID() }).then(mustWork)
    const { id } = (await submit(buyer.client)) as { id: string }
    mustWork(await admin.client.from('orders').update({ status: 'approved' }).eq('id', id).select())
    expect(await forBuyer.take(2)).toEqual(['INSERT pending', 'UPDATE approved'])
    expect(await forAdmin.take(2)).toEqual(['INSERT pending', 'UPDATE approved'])
    // The stranger's own order, told later, ends the wait for what must not come.
    await submit(stranger.client)
    expect(await forStranger.take(1)).toEqual(['INSERT pending'])
    expect(forVisitor.all).toEqual([])
    for (const { client } of [buyer, stranger, admin]) await client.removeAllChannels()
    await visitor.removeAllChannels()
  })
})

describe('every live table', () => {
  it('is watched from the first start on', async () => {
    const { rows } = await asOwner(house.databaseUrl, (owner) =>
      owner.query<{ name: string }>(
        `select tgrelid::regclass::text as name from pg_trigger where tgname = 'realtime_capture' order by 1`,
      ),
    )
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['buyers', 'farmers', 'investors', 'orders', 'profiles']),
    )
  })
})

describe('the door', () => {
  it('refuses a websocket without a key, and any other than ours', async () => {
    const closes = (path: string) =>
      new Promise<number>((done) => {
        const socket = new WebSocket(`${house.url.replace('http', 'ws')}${path}`)
        socket.onclose = ({ code }) => done(code)
        socket.onopen = () => done(0)
      })
    expect(await closes('/realtime/v1/websocket?vsn=2.0.0')).toBe(1006)
    expect(await closes('/elsewhere')).toBe(1006)
  })

  it('does not wait for open sockets when the house stops', async () => {
    const other = await startHouse()
    const client = other.newClient()
    await listen(client)
    const started = performance.now()
    await other.stop()
    expect(performance.now() - started).toBeLessThan(5_000)
    await client.realtime.disconnect()
  })
})
