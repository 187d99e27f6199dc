// Proof of work for callers without a session: made by altcha-lib and judged here, with no service of anybody else's.
import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import { type Challenge, createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { isSameSecret } from './tokens.ts'

/** About 80 tries of 2,000 rounds: a tenth of a second on a computer, a second or two on a cheap phone. */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 2_000, fewestTries: 40, maxTries: 120 } as const
/** A long form takes its time, and a script that waits gains nothing. */
const goodForMs = 60 * 60 * 1000
const longestProof = 4096

export interface Proof {
  id: string
  expiresAt: Date
}

export interface Proofs {
  challenge(): Promise<Challenge>
  /** Null: it is none of ours, not solved, or too old. */
  verify(input: string | undefined): Proof | null
  /** A proof serves one attempt, however often that is sent, in whichever process; false for any other. */
  use(proof: Proof, attempt: string): Promise<boolean>
}

const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(work.algorithm),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(work.cost),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.hex() }),
})

export function createProofs(options: { database: Database; secret: string; clock: () => Date }): Proofs {
  const { database, secret, clock } = options
  const keyOf = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, 32)).toString('hex')
  const secrets = {
    hmacSignatureSecret: keyOf('registration proof challenge'),
    hmacKeySignatureSecret: keyOf('registration proof solution'),
  }
  return {
    challenge: () =>
      createChallenge({
        ...secrets,
        deriveKey,
        algorithm: work.algorithm,
        cost: work.cost,
        counter: randomInt(work.fewestTries, work.maxTries),
        expiresAt: new Date(clock().getTime() + goodForMs),
      }),

    // As verifySolution of altcha-lib does, which waits for a thread twice: under load that is half of what a guest's order costs us.
    verify(input) {
      const read = payload.safeParse(decode(input))
      if (!read.success) return null
      const { challenge, solution } = read.data
      const expiresAt = new Date(challenge.parameters.expiresAt * 1000)
      if (expiresAt <= clock()) return null
      const { keySignature } = challenge.parameters
      const isOurs = isSameSecret(
        challenge.signature,
        sign(secrets.hmacSignatureSecret, writeSorted(challenge.parameters)),
      )
      const isSolved = isSameSecret(
        keySignature,
        sign(secrets.hmacKeySignatureSecret, Buffer.from(solution.derivedKey, 'hex')),
      )
      return isOurs && isSolved ? { id: challenge.signature, expiresAt } : null
    },

    async use({ id, expiresAt }, attempt) {
      const { rows } = await queryAsServiceRole<{ free: boolean }>(
        database,
        'select private.use_proof($1, $2, $3) as free',
        [id, attempt, expiresAt],
      )
      return rows[0]?.free === true
    },
  }
}

const sign = (key: string, data: string | Buffer) => createHmac('sha256', key).update(data).digest('hex')

/** What is signed: the parameters in the order of their names. */
function writeSorted(parameters: object): string {
  return JSON.stringify(Object.fromEntries(Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))))
}

function decode(input: string | undefined): unknown {
  if (!input || input.length > longestProof) return undefined
  try {
    return JSON.parse(Buffer.from(input, 'base64').toString())
  } catch {
    return undefined
  }
}
