// A long export: no more than a page of rows is ever in memory. How soon it begins is for `npm run bench:admin`.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { adminPaths, type ExportFormat } from '#domain/admin/admin.ts'
import { startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'

const rowCount = process.env.TEST_LONG ? 100_000 : 5_000

const app = await startApp()
const admin = await app.newAdmin()
await addSecondFactor(admin)
const token = mustWork(await admin.client.auth.getSession()).session?.access_token ?? ''
await asOwner(app.databaseUrl, (client) =>
  client.query(`begin; set local session_replication_role = replica;
    insert into public.contact_messages (topic, name, email, message, created_at)
    select 'general', 'Ada ' || n, 'ada' || n || '@example.com', repeat(md5(n::text), 6), now() - n * interval '1 second'
    from generate_series(1, ${rowCount}) as n; commit; analyze public.contact_messages`),
)
afterAll(() => app.stop())

async function measure(format: ExportFormat) {
  global.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const response = await fetch(app.url + adminPaths.export, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ id: randomUUID(), type: 'contact_messages', format }),
  })
  if (!response.body) throw new Error('no body')
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.length
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  return { bytes, grownMb: (peak - before) / 1024 / 1024 }
}

describe(`an export of ${rowCount} rows`, () => {
  it.each(['csv', 'xlsx'] as const)('as %s comes whole and stays small in memory', async (format) => {
    // The first one pays for what is loaded once.
    await measure(format)
    const { bytes, grownMb } = await measure(format)
    expect(bytes).toBeGreaterThan(rowCount * 20)
    // This process is the reader too.
    expect(grownMb).toBeLessThan(80)
  })
})
