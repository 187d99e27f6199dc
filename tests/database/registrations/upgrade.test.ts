// A house that was in use before registrations had references: what was there stays, and gets what is new.
import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseReference } from '#domain/reference-codes.ts'
import { referencePrefixes, registrationTables } from '#domain/registrations/registrations.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

const migrations = join(import.meta.dirname, '../../../supabase/migrations')
const firstOfPart4 = '20261121002000'

let test: TestDatabase
let folder: string
beforeAll(async () => {
  test = await createTestDatabase({ migrations: false })
  folder = await mkdtemp(join(tmpdir(), `before-${randomBytes(4).toString('hex')}-`))
  for (const file of await readdir(migrations))
    if (file < firstOfPart4) await copyFile(join(migrations, file), join(folder, file))
})
afterAll(async () => {
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

it('records that were there keep their times and statuses and get references; who had no form has nothing to send again', async () => {
  await prepareDatabase({ url: test.url, secret: testSecret, migrations: folder })
  const seed = await readFile(join(migrations, '../seed.sql'), 'utf8')
  // The seed of today knows tables of today: the rows of then are those of tables that were there.
  const rows = seed
    .split(/(?<=;)\n/)
    .filter((statement) => /insert into public\.(farmers|buyers|investors)\b/.test(statement))
  expect(rows.length).toBeGreaterThanOrEqual(3)
  await asOwner(test.url, async (client) => {
    for (const statement of rows) await client.query(statement)
    const read = async (table: string) =>
      (
        await client.query(
          `select id, status, updated_at, to_jsonb(t) ->> 'reference' as reference from public.${table} as t order by id`,
        )
      ).rows
    const before = Object.fromEntries(
      await Promise.all(registrationTables.map(async (table) => [table, await read(table)] as const)),
    )
    await prepareDatabase({ url: test.url, secret: testSecret, migrations })
    for (const table of registrationTables) {
      const after = await read(table)
      expect(after.length).toBeGreaterThan(0)
      expect(after.map(({ reference: _, ...row }) => row)).toEqual(
        before[table]?.map(({ reference: _, ...row }) => row),
      )
      const references = after.map(({ reference }) => reference as string)
      expect(references.map((reference) => parseReference(referencePrefixes[table], reference))).toEqual(
        references,
      )
      expect(new Set(references).size).toBe(references.length)
    }
    const { rows: open } = await client.query(
      'select from private.registrations where open_correction is not null',
    )
    expect(open).toEqual([])
  })
})
