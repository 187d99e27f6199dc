// The application's own live tables, through its real interface: who hears of an order, and that stopping is not held up by sockets.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { type Client, startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRequest } from '#tests/harness/order-requests.ts'
import { Heard, subscribe } from './realtime-service.ts'

const app = await startApp()
afterAll(() => app.stop())

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
    const [buyer, stranger, admin] = await Promise.all([app.newPerson(), app.newPerson(), app.newAdmin()])
    const visitor = app.newClient()
    const [forVisitor, forStranger, forBuyer, forAdmin] = [
      await listen(visitor),
      await listen(stranger.client),
      await listen(buyer.client),
      await listen(admin.client),
    ]
    const submit = (client: Client) =>
      client.rpc('submit_order', { request: goodRequest, idempotency_key: randomUUID() }).then(mustWork)
    const { id } = (await submit(buyer.client)) as { id: string }
    mustWork(await admin.client.from('orders').update({ status: 'approved' }).eq('id', id).select())
    expect(await forBuyer.take(2)).toEqual(['INSERT pending', 'UPDATE approved'])
    expect(await forAdmin.take(2)).toEqual(['INSERT pending', 'UPDATE approved'])
    // The stranger's own order, sent later, ends the wait for what must not come.
    await submit(stranger.client)
    expect(await forStranger.take(1)).toEqual(['INSERT pending'])
    expect(forVisitor.all).toEqual([])
    for (const { client } of [buyer, stranger, admin]) await client.removeAllChannels()
    await visitor.removeAllChannels()
  })
})

describe('the channel of the desk', () => {
  const join = async (client: Client) => {
    const heard = new Heard<string>()
    await client.realtime.setAuth()
    const channel = client
      .channel('desk', { config: { private: true } })
      .on('broadcast', { event: 'changed' }, ({ payload }) => heard.add(JSON.stringify(payload)))
    return { heard, ...(await subscribe(channel)) }
  }

  it('is closed to visitors and members, and nobody speaks there', async () => {
    const [member, admin, other] = [await app.newPerson(), await app.newAdmin(), await app.newAdmin()]
    const visitor = app.newClient()
    for (const client of [visitor, member.client]) expect((await join(client)).status).toBe('CHANNEL_ERROR')
    const { heard } = await join(admin.client)
    const { channel } = await join(other.client)
    await channel.send({ type: 'broadcast', event: 'changed', payload: { list: 'mails' } })
    await asOwner(app.databaseUrl, (owner) =>
      owner.query(`select realtime.send('{"list":"last"}', 'changed', 'desk')`),
    )
    expect(await heard.take(1)).toEqual(['{"list":"last"}'])
    for (const { client } of [member, admin, other]) await client.removeAllChannels()
    await visitor.removeAllChannels()
  })

  it('says once for each transaction which list has changed, of products and mails the record, and nothing of what stands in it', async () => {
    const admin = await app.newAdmin()
    const { heard } = await join(admin.client)
    const record = randomUUID()
    const product = await asOwner(app.databaseUrl, async (owner) => {
      await owner.query(`insert into public.newsletter_subscriptions (email, unsubscribe_token)
        values ('a@example.com', repeat('a', 64)), ('b@example.com', repeat('b', 64))`)
      const { rows } =
        await owner.query(`insert into public.products (name, category, description, farmer_name, location, pack_amount, pack_unit,
        price_kobo, stock) values ('Rice', 'Grains', 'Parboiled', 'Ada Farm', 'Keffi', 50, 'kg', 4500000, 10)
        returning id`)
      // A sale is no news for the admin area.
      await owner.query('update public.products set stock = stock - 1')
      await owner.query('begin')
      await owner.query(`update public.products set status = 'published'`)
      await owner.query(`update public.products set name = 'Ofada rice'`)
      await owner.query('commit')
      // They hear once what became of a mail, with the record whose page is read again.
      await owner.query(`select private.enqueue_mail('order_approved', 'a@example.com', $1)`, [
        { record_type: 'orders', record_id: record, code: 'AG1' },
      ])
      return rows[0]?.id as string
    })
    expect(await heard.take(4)).toEqual(
      [
        { list: 'newsletter_subscriptions' },
        { list: 'products', record: product },
        { list: 'products', record: product },
        { list: 'mails', record },
      ].map((said) => JSON.stringify(said)),
    )
    await admin.client.removeAllChannels()
  })
})

describe('every live table', () => {
  it('is watched from the first start on', async () => {
    const { rows } = await asOwner(app.databaseUrl, (owner) =>
      owner.query<{ name: string }>(
        `select tgrelid::regclass::text as name from pg_trigger where tgname = 'realtime_capture' order by 1`,
      ),
    )
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['buyers', 'farmers', 'investors', 'orders', 'profiles']),
    )
  })
})

describe('the connection', () => {
  it('refuses a websocket without a key, and any other than ours', async () => {
    const closes = (path: string) =>
      new Promise<number>((done) => {
        const socket = new WebSocket(`${app.url.replace('http', 'ws')}${path}`)
        socket.onclose = ({ code }) => done(code)
        socket.onopen = () => done(0)
      })
    expect(await closes('/realtime/v1/websocket?vsn=2.0.0')).toBe(1006)
    expect(await closes('/elsewhere')).toBe(1006)
  })

  it('does not wait for open sockets when the application stops', async () => {
    const other = await startApp()
    const client = other.newClient()
    await listen(client)
    const started = performance.now()
    await other.stop()
    expect(performance.now() - started).toBeLessThan(5_000)
    await client.realtime.disconnect()
  })
})
