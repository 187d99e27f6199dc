// The site bypassed: what a real session may not do with the client library, and the row that stays as it was.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { type Person, startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRequest } from '#tests/harness/order-requests.ts'

async function submit(person: Person, key: string = randomUUID()): Promise<string> {
  const order = mustWork(
    await person.client.rpc('submit_order', { request: goodRequest, idempotency_key: key }),
  )
  return (order as { id: string }).id
}

/** The row as the owner of the database sees it. */
const rowOf = (table: string, id: string, column = 'id'): Promise<unknown> =>
  asOwner(
    app.databaseUrl,
    async (client) => (await client.query(`select * from ${table} where ${column} = $1`, [id])).rows[0],
  )

const app = await startApp()
const visitor = app.newClient()
const [owner, stranger, admin] = await Promise.all([app.newPerson(), app.newPerson(), app.newAdmin()])
const orderId = await submit(owner)

afterAll(() => app.stop())

describe('an order', () => {
  it('cannot be read by a visitor or a stranger', async () => {
    expect((await visitor.from('orders').select()).error).toMatchObject({ code: '42501' })
    expect(mustWork(await stranger.client.from('orders').select())).toEqual([])
    expect(mustWork(await stranger.client.from('order_requests').select())).toEqual([])
  })

  it('cannot be made past submit_order, with any status, price or owner', async () => {
    const forged = {
      code: 'AG234-5678',
      crop_type: 'Rice',
      quantity: 1,
      quantity_text: '1',
      unit: 'Tons',
      delivery_address: 'Lagos port',
    }
    for (const extra of [
      {},
      { status: 'approved' as const },
      { user_id: stranger.id },
      { total_amount_kobo: 1 },
    ]) {
      const { error, status } = await owner.client.from('orders').insert({ ...forged, ...extra })
      expect({ code: error?.code, status }).toEqual({ code: '42501', status: 403 })
    }
  })

  it.each([
    ['its buyer', () => owner],
    ['a stranger', () => stranger],
  ])('cannot be approved, declined or completed by %s', async (_who, person) => {
    const before = await rowOf('orders', orderId)
    for (const status of ['approved', 'declined', 'completed']) {
      const { data, error } = await person()
        .client.from('orders')
        .update({ status })
        .eq('id', orderId)
        .select()
      expect(error ? error.code : data).toEqual(error ? '42501' : [])
    }
    expect(await rowOf('orders', orderId)).toEqual(before)
  })

  it.each(['total_amount_kobo', 'payment_status', 'user_id', 'code', 'quantity', 'created_at', 'is_demo'])(
    'keeps its %s, no matter who writes',
    async (column) => {
      const value = {
        total_amount_kobo: 1,
        payment_status: 'confirmed',
        user_id: stranger.id,
        code: 'AG234-5678',
        quantity: 1,
        created_at: '2020-01-01',
        is_demo: true,
      }[column]
      for (const { client } of [owner, admin]) {
        const { error, status } = await client
          .from('orders')
          .update({ [column]: value } as never)
          .eq('id', orderId)
        expect({ code: error?.code, status }).toEqual({ code: '42501', status: 403 })
      }
    },
  )

  it('cannot be deleted by anybody', async () => {
    for (const { client } of [owner, stranger, admin]) {
      expect((await client.from('orders').delete().eq('id', orderId)).error).toMatchObject({ code: '42501' })
    }
    expect(await rowOf('orders', orderId)).toBeDefined()
  })

  it('cannot skip a step: pending is not completed, and what is declined stays declined', async () => {
    const id = await submit(owner)
    const skip = await admin.client.from('orders').update({ status: 'completed' }).eq('id', id)
    expect({ code: skip.error?.code, status: skip.status }).toEqual({ code: '23514', status: 400 })
    mustWork(await admin.client.from('orders').update({ status: 'declined' }).eq('id', id).select())
    const revive = await admin.client.from('orders').update({ status: 'approved' }).eq('id', id)
    expect(revive.error?.code).toBe('23514')
  })

  it('is not sent by a visitor, nor under a broken rule', async () => {
    const anonymous = await visitor.rpc('submit_order', {
      request: goodRequest,
      idempotency_key: randomUUID(),
    })
    expect({ code: anonymous.error?.code, status: anonymous.status }).toEqual({ code: '42501', status: 401 })
    const broken = await owner.client.rpc('submit_order', {
      request: { ...goodRequest, product: 'Gold' },
      idempotency_key: randomUUID(),
    })
    expect(broken.error).toMatchObject({ code: '23514', message: 'Please select a product', hint: 'product' })
  })

  it('is one order however often the same tap arrives', async () => {
    const key = randomUUID()
    const ids = await Promise.all(Array.from({ length: 5 }, () => submit(owner, key)))
    expect(new Set(ids).size).toBe(1)
  })
})

describe('a profile', () => {
  it('is seen by its owner and by staff alone', async () => {
    expect((await visitor.from('profiles').select()).error).toMatchObject({ code: '42501' })
    expect(mustWork(await stranger.client.from('profiles').select('id'))).toEqual([{ id: stranger.id }])
    expect(mustWork(await admin.client.from('profiles').select('id')).length).toBeGreaterThan(2)
  })

  it('is changed by its owner alone, and never its address or id', async () => {
    const before = await rowOf('profiles', owner.id)
    expect(
      mustWork(
        await stranger.client
          .from('profiles')
          .update({ full_name: 'Taken Over' })
          .eq('id', owner.id)
          .select(),
      ),
    ).toEqual([])
    for (const change of [{ email: 'other@example.com' }, { id: randomUUID() }]) {
      expect(
        (
          await owner.client
            .from('profiles')
            .update(change as never)
            .eq('id', owner.id)
        ).error,
      ).toMatchObject({ code: '42501' })
    }
    expect(await rowOf('profiles', owner.id)).toEqual(before)
  })

  it('cannot be made for another person', async () => {
    const { error } = await stranger.client
      .from('profiles')
      .insert({ id: randomUUID(), email: stranger.email })
    expect(error?.code).toBe('42501')
  })
})

describe('a role', () => {
  it('cannot be given to oneself, by insert, upsert, update or metadata', async () => {
    const mine = { user_id: stranger.id, role: 'admin' }
    expect((await stranger.client.from('user_roles').insert(mine)).error).toMatchObject({ code: '42501' })
    expect((await stranger.client.from('user_roles').upsert(mine)).error).toMatchObject({ code: '42501' })
    expect(
      (await stranger.client.from('user_roles').update({ role: 'admin' }).eq('user_id', stranger.id)).error,
    ).toMatchObject({ code: '42501' })
    mustWork(
      await stranger.client.auth.updateUser({ data: { role: 'admin', app_metadata: { role: 'admin' } } }),
    )
    mustWork(await stranger.client.auth.refreshSession())
    expect(mustWork(await stranger.client.from('orders').select())).toEqual([])
    expect(await rowOf('user_roles', stranger.id, 'user_id')).toBeUndefined()
  })

  it('is read by its holder alone', async () => {
    expect(mustWork(await stranger.client.from('user_roles').select())).toEqual([])
    expect(
      mustWork(await admin.client.from('user_roles').select('role').eq('user_id', admin.id).maybeSingle()),
    ).toEqual({ role: 'admin' })
  })
})

describe('a buyer record', () => {
  const record = {
    buyer_type: 'individual',
    business_type: 'retailer',
    address: '12 Marina Road, Lagos',
    city: 'Lagos',
    state: 'Lagos',
    country: 'Nigeria',
  }

  it('is inserted for oneself as pending, and in no other way', async () => {
    for (const forged of [{ user_id: owner.id }, { user_id: stranger.id, status: 'approved' }]) {
      const { error, status } = await stranger.client.from('buyers').insert({ ...record, ...forged })
      expect({ code: error?.code, status }).toEqual({ code: '42501', status: 403 })
    }
    const { error } = await stranger.client
      .from('buyers')
      .insert({ ...record, user_id: stranger.id, status: 'pending' })
    expect(error).toBeNull()
    expect(mustWork(await owner.client.from('buyers').select())).toEqual([])
  })
})

describe('what no request opens', () => {
  it.each(['private', 'auth', 'supabase_migrations', 'platform'])(
    'schema %s is not served',
    async (schema) => {
      const { error, status } = await admin.client
        .schema(schema as 'public')
        .from('orders')
        .select()
      expect({ code: error?.code, status }).toEqual({ code: 'PGRST106', status: 406 })
    },
  )

  it.each(['farmers', 'investors', 'decision_events'] as const)(
    '%s are closed to visitors and empty for strangers',
    async (table) => {
      expect((await visitor.from(table).select()).error).toMatchObject({ code: '42501' })
      expect(mustWork(await stranger.client.from(table).select())).toEqual([])
    },
  )

  it('helpers of the database are not functions of the API', async () => {
    const { status } = await stranger.client.rpc(
      'enqueue_mail' as never,
      { template: 'order_approved', recipient: 'x@example.com', data: {} } as never,
    )
    expect(status).toBe(404)
  })
})

it('an admin reads every order with the profile beside it, newest first, and decides with what they saw', async () => {
  const id = await submit(owner)
  const list = mustWork(
    await admin.client
      .from('orders')
      .select('id, status, profiles(email, full_name)')
      .order('created_at', { ascending: false }),
  )
  expect(list[0]).toEqual({ id, status: 'pending', profiles: { email: owner.email, full_name: 'Ada Obi' } })
  const approve = () =>
    admin.client
      .from('orders')
      .update({ status: 'approved' })
      .eq('id', id)
      .eq('status', 'pending')
      .select('status')
  expect(mustWork(await approve())).toEqual([{ status: 'approved' }])
  expect(mustWork(await approve())).toEqual([])
})
