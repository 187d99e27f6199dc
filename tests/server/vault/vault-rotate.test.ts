// `npm run vault:rotate` as an operator runs it: refused without the old key, then done, and the old key needed no more.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { createMasterKey } from '#server/vault/master-key.ts'
import { openVault } from '#server/vault/open-vault.ts'
import { listSecrets } from '#server/vault/secrets-of.ts'
import { startChild } from '#tests/harness/child.ts'
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

const people = 3
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
let folder: string
let test: TestDatabase
let database: Database
let personIds: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rotate-'))
  test = await createTestDatabase({ migrations: true })
  database = await openDatabase({ url: test.url, secret: testSecret, log: silentLog, poolSize: 2 })
  const vault = await open(oldKey)
  personIds = await Promise.all(
    Array.from({ length: people }, async () => {
      const record = { type: 'investors', id: randomUUID() }
      const sealed = await vault.seal({ userId: null, record }, { bvn: '22345678901' })
      await queryAsServiceRole(database, 'select private.store_sealed($1, $2, $3)', [
        JSON.stringify(sealed),
        record.type,
        record.id,
      ])
      return sealed.person.id
    }),
  )
})
afterAll(async () => {
  await database.close()
  await test.drop()
  await rm(folder, { recursive: true })
})

const open = (key: Buffer) =>
  openVault({ database, masterKey: { current: createMasterKey(key), previous: [] } })

async function rotate(keys: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = startChild('server/commands/vault-rotate.ts', {
    // A URL proper, as an operator's is: the socket's folder stays in the query.
    DATABASE_URL: test.url.replace('@/', '@localhost/'),
    JWT_SECRET: testSecret,
    DATA_DIR: folder,
    VAULT_MASTER_KEY: newKey.toString('base64'),
    ...keys,
  })
  return { code: await child.ended, output: child.output().trim() }
}

it('refuses without the key that the vault was closed with, and changes nothing', async () => {
  expect(await rotate({})).toEqual({
    code: 1,
    output: '✗ the vault needs a master key that VAULT_PREVIOUS_KEYS does not name: nothing was changed',
  })
  await expect(open(oldKey)).resolves.toBeDefined()
})

it('wraps every key once more, those of the hashes and the seals too; again there is nothing to do', async () => {
  const both = { VAULT_PREVIOUS_KEYS: oldKey.toString('base64') }
  expect(await rotate(both)).toEqual({
    code: 0,
    output: `✓ ${people + 2} keys are wrapped again; VAULT_PREVIOUS_KEYS may go now.`,
  })
  expect((await rotate(both)).output).toBe('✓ 0 keys are wrapped again; VAULT_PREVIOUS_KEYS may go now.')
  await expect(open(oldKey)).rejects.toThrow('another master key')
  const vault = await open(newKey)
  const secrets = await listSecrets(database, personIds, 'correction')
  expect(await Promise.all(secrets.map((secret) => vault.unseal(secret)))).toEqual(
    Array(people).fill('22345678901'),
  )
})
