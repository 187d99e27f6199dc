// The proof of work of guests: one attempt each, whichever process answers, and not for long.
import { randomUUID } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#platform/log.ts'
import { createProofs, type Proof, type Proofs } from '#server/http/proof.ts'
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'

let test: TestDatabase
let database: Database
let now = new Date()
let here: Proofs
let there: Proofs

beforeAll(async () => {
  test = await createTestDatabase({ migrations: true })
  database = await openDatabase({ url: test.url, secret: testSecret, log: silentLog, poolSize: 4 })
  const process = () => createProofs({ database, secret: testSecret, clock: () => now })
  here = process()
  there = process()
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

async function solved(proofs: Proofs): Promise<string> {
  const challenge = await proofs.challenge()
  return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }))
}

it('is refused to a process with another secret', async () => {
  const foreign = createProofs({ database, secret: `${testSecret} of another application`, clock: () => now })
  expect(foreign.verify(await solved(here))).toBeNull()
})

it('is refused when any part of it was changed, or stands for another challenge', async () => {
  const read = async () => JSON.parse(atob(await solved(here)))
  const [proof, other] = await Promise.all([read(), read()])
  const verify = (input: object) => here.verify(btoa(JSON.stringify(input)))
  expect(verify(proof)).not.toBeNull()
  const { challenge, solution } = proof
  const later = { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + 60 }
  const shifted = (hex: string) => hex.slice(1) + hex[0]
  for (const changed of [
    { challenge, solution: other.solution },
    { challenge, solution: { ...solution, derivedKey: shifted(solution.derivedKey) } },
    { challenge, solution: { ...solution, derivedKey: '' } },
    { challenge: { ...challenge, parameters: later }, solution },
    { challenge: { ...challenge, parameters: { ...challenge.parameters, data: {} } }, solution },
    { challenge: { ...challenge, signature: shifted(challenge.signature) }, solution },
    { challenge: { ...challenge, signature: challenge.signature.toUpperCase() }, solution },
    { challenge: { ...challenge, signature: '' }, solution },
  ])
    expect(verify(changed), JSON.stringify(changed)).toBeNull()
})

it('is good for an hour', async () => {
  const proof = await solved(here)
  const start = now
  now = new Date(start.getTime() + 59 * 60_000)
  expect(here.verify(proof)).not.toBeNull()
  now = new Date(start.getTime() + 61 * 60_000)
  expect(here.verify(proof)).toBeNull()
  now = start
})

it('made by one process serves one attempt in all of them, and that attempt again', async () => {
  const proof = there.verify(await solved(here)) as Proof
  const [first, second] = [randomUUID(), randomUUID()]
  const answers = await Promise.all(
    [here, there].map((proofs, index) => proofs.use(proof, index ? second : first)),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
  const winner = answers[0] ? first : second
  const loser = answers[0] ? second : first
  expect([await here.use(proof, winner), await there.use(proof, winner)]).toEqual([true, true])
  expect([await here.use(proof, loser), await there.use(proof, loser)]).toEqual([false, false])
})

it('costs some work', async () => {
  const { parameters } = await here.challenge()
  expect(parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 2000 })
  // Sixteen bytes to be met: nobody guesses them.
  expect(parameters.keyPrefix).toHaveLength(32)
})
