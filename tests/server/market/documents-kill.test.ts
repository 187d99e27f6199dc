// The server is killed (kill -9) while staff confirm payments and documents are drawn: each payment has one receipt and each
// order one invoice, their numbers leave no gap, and in the end every document has its PDF.
import { createHash, randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, expect, it, vi } from 'vitest'
import { makeContact } from '#tests/database/market/market-app.ts'
import { testAdmin } from '#tests/harness/app.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { keys, useKilledServer } from '#tests/harness/killed-server.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'

const orders = process.env.TEST_LONG ? 120 : 12
const kills = process.env.TEST_LONG ? 8 : 1
const atOnce = 6
let database: TestDatabase
afterAll(() => database?.drop())
const server = useKilledServer('documents-kill-', async () => {
  database = await createTestDatabase({ migrations: true })
  return {
    DATABASE_URL: database.url.replace('@/', '@localhost/'),
    JWT_SECRET: testSecret,
    ADMIN_EMAIL: testAdmin.email,
    ADMIN_PASSWORD: testAdmin.password,
  }
})

const sql = <Row>(text: string, values: unknown[] = []) =>
  asOwner(database.url, async (client) => (await client.query(text, values)).rows as Row[])

/** Guests' orders that are approved on credit terms, so that a confirmed payment makes the invoice too. */
async function placeOrders(): Promise<string[]> {
  const [rice] = await sql<{ id: string }>(
    `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
     values ('Rice', 'Grains', 'A farm', 'Keffi', 50, 'kg', 100000, 'published') returning id`,
  )
  const request = { items: [{ productId: rice?.id, quantity: 1, priceKobo: 100_000 }] }
  for (let nr = 0; nr < orders; nr++)
    await sql('select public.place_market_order($1, $2)', [
      JSON.stringify({ ...request, contact: makeContact() }),
      JSON.stringify({
        idempotencyKey: randomUUID(),
        trackingTokenHash: createHash('sha256').update(randomUUID()).digest('hex'),
      }),
    ])
  const approved = await sql<{ id: string }>(
    `update public.orders set status = 'approved', credit_terms_reason = 'Known for years' returning id`,
  )
  return approved.map(({ id }) => id)
}

/** The same line of the statement, until it is known to be recorded. */
async function confirm(client: SupabaseClient, orderId: string): Promise<void> {
  const valueDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Lagos' }).format(new Date())
  const details = { amountKobo: 100_000, valueDate, bankReference: orderId }
  for (let tries = 0; tries < 200; tries++) {
    const { error } = await client.rpc('confirm_payment', { order_id: orderId, details })
    if (!error || error.code === '23505') return
    if (error.code && !/^(08|57|53|PGRST0)/.test(error.code))
      throw new Error(`${error.code} ${error.message}`)
    await server.isUp
  }
  throw new Error('nobody answered')
}

it(`${orders} payments are confirmed while the server is killed ${kills}×`, async () => {
  const ids = await placeOrders()
  const client = createClient(server.url, keys.SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  mustWork(await client.auth.signInWithPassword(testAdmin))
  await addSecondFactor({
    client: client as Parameters<typeof addSecondFactor>[0]['client'],
    password: testAdmin.password,
  })

  const waiting = [...ids]
  let confirmed = 0
  let onConfirmed = () => {}
  const everybody = Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        await confirm(client, id)
        confirmed += 1
        onConfirmed()
      }
    }),
  )
  for (let killed = 0; killed < kills; killed++) {
    const wanted = Math.floor((orders * (killed + 1)) / (kills + 1))
    await new Promise<void>((resolve) => {
      onConfirmed = () => {
        if (confirmed >= wanted) resolve()
      }
      onConfirmed()
    })
    await server.killAndStart()
  }
  await everybody

  for (const [kind, prefix] of [
    ['receipt', 'RCT'],
    ['invoice', 'INV'],
  ] as const) {
    const rows = await sql<{ number: string; order_id: string }>(
      'select number, order_id from public.order_documents where kind = $1 order by number',
      [kind],
    )
    expect(rows.map(({ number }) => number.slice(-5))).toEqual(
      ids.map((_, place) => String(place + 1).padStart(5, '0')),
    )
    expect(rows.every(({ number }) => number.startsWith(`${prefix}-`))).toBe(true)
    expect(new Set(rows.map(({ order_id }) => order_id)).size).toBe(orders)
  }

  // What a killed process had claimed is free again after its lease: here the lease is over at once.
  await sql('update private.document_files set leased_until = now() where created_at is null')
  await sql(`select pg_notify('order_documents', '')`)
  const files = await vi.waitUntil(
    async () => {
      const rows = await sql<{ document_id: string; sha256: string | null; byte_count: number }>(
        'select document_id, sha256, byte_count from private.document_files',
      )
      return rows.length === 2 * orders && rows.every(({ sha256 }) => sha256 !== null) ? rows : null
    },
    { timeout: 60_000, interval: 200 },
  )
  const service = createClient(server.url, keys.SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
  for (const { document_id, sha256, byte_count } of files) {
    const { data } = await service.storage.from('documents').download(`${document_id}.pdf`)
    const pdf = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect(pdf.length).toBe(byte_count)
    expect(createHash('sha256').update(pdf).digest('hex')).toBe(sha256)
  }
}, 300_000)
