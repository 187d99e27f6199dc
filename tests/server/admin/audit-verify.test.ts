// `npm run audit:verify` as an operator runs it, with heads from outside.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChild } from '#tests/harness/child.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

const masterKey = randomBytes(32).toString('base64')
let folder: string
let test: TestDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-verify-'))
  test = await createTestDatabase({ migrations: true })
})
afterAll(async () => {
  await test.drop()
  await rm(folder, { recursive: true })
})

const run = (text: string) => asOwner(test.url, (client) => client.query(text))
async function verify(args: string[] = []): Promise<{ code: number | null; output: string }> {
  const child = startChild(
    'server/commands/audit-verify.ts',
    {
      // A URL proper, as an operator's is: the socket's folder stays in the query.
      DATABASE_URL: test.url.replace('@/', '@localhost/'),
      JWT_SECRET: testSecret,
      DATA_DIR: folder,
      VAULT_MASTER_KEY: masterKey,
    },
    args,
  )
  return { code: await child.ended, output: child.output().trim() }
}

it('knows a head by argument and in a file of mails, and fails when the end that it stands for was cut off', async () => {
  await run(
    `insert into public.audit_trail (actor_role, action, subject_type) values ('admin', 'look', 'orders')`,
  )
  const first = await verify()
  expect(first).toEqual({
    code: 0,
    output: expect.stringMatching(/^✓ \d+ entries in 1 batches .*; head 1:3:/),
  })
  await run(
    `insert into public.audit_trail (actor_role, action, subject_type) values ('admin', 'look', 'farmers')`,
  )
  const [, second = ''] = /head (\S+)$/.exec((await verify()).output) ?? []
  const [, head = ''] = /head (\S+)$/.exec(first.output) ?? []
  const file = join(folder, 'mails.txt')
  await writeFile(file, `Seal 2 of the audit trail\n> ${second}\n`)
  expect(await verify(['--head', head, '--heads', file])).toEqual({
    code: 0,
    output: expect.stringContaining('2 heads from outside are in it'),
  })
  await run(`begin; set local session_replication_role = replica; delete from private.audit_seals where number = 2;
    delete from public.audit_trail where subject_type = 'farmers'; commit`)
  expect((await verify()).code).toBe(0)
  for (const args of [
    ['--head', second],
    ['--heads', file],
  ])
    expect(await verify(args)).toEqual({
      code: 1,
      output: expect.stringContaining(`✗ head ${second} (given) is not in the trail`),
    })
})

it('says when it is given no head', async () => {
  expect(await verify(['--head', 'nothing'])).toEqual({
    code: 1,
    output: '✗ --head nothing has no head such as 417:3:8c1f… in it',
  })
})
