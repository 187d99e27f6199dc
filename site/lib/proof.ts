/** The proof of work that a visitor without an account brings: this device calculates briefly, a robot farm for days. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { fetchJson } from '#site/lib/call-server.ts'

/** A challenge that ends sooner than this is not begun with. */
const marginMs = 20_000

export interface Proof {
  text: string
  /** After this it is not accepted any more. */
  expiresAt: number
}

/** Works in pieces that leave the page free to answer; fails where the network does. */
export async function makeProof(path: string): Promise<Proof> {
  const challenge = await fetchJson<Challenge>('GET', path, undefined, { as: 'nobody' })
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge was not solved in time')
  const expires = challenge.parameters.expiresAt
  return {
    text: btoa(JSON.stringify({ challenge, solution })),
    expiresAt: expires ? expires * 1000 - marginMs : Number.POSITIVE_INFINITY,
  }
}
