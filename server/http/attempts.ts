// The names of attempts: the same one again is answered as the first time, and writes nothing twice.
import { createHash, createHmac, hkdfSync } from 'node:crypto'

export interface Attempt {
  /** A uuid: one attempt of one person at one form, whatever uuid someone else sends. */
  key: string
  trackingToken: string
  /** Where its photo goes. */
  place: { receipt: string; path: string }
}

/**
 * The same attempt again has the same key and, since the first answer may have been lost, the same guest link and
 * the same place for its photo. They follow from the sender's own uuid by a secret of ours; an account's attempts are its own.
 */
export function createAttempts(
  secret: string,
): (form: string, userId: string | null, input: string) => Attempt {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'registration attempts', 32))
  return (form, userId, input) => {
    const derive = (use: string) =>
      createHmac('sha256', key)
        .update(JSON.stringify([use, form, userId, input]))
        .digest()
    return {
      key: asUuid(derive('key').toString('hex')),
      trackingToken: derive('link').toString('base64url'),
      place: {
        receipt: derive('photo receipt').toString('base64url'),
        path: asUuid(derive('photo path').toString('hex')),
      },
    }
  }
}

/**
 * Equal attempts at once wait for each other here: in the database each would hold a connection while it waits for the first,
 * and a few taps on a slow line would leave none for anybody else.
 */
export function takeTurns(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work)
    const ended = turn.catch(() => {})
    last.set(key, ended)
    try {
      return await turn
    } finally {
      if (last.get(key) === ended) last.delete(key)
    }
  }
}

/**
 * Names the attempt of a form that stores no link. A script names its attempts; without a name the same content is the same attempt: a
 * second tap on a slow line, or a page that is loaded again.
 */
export function nameAttempt(
  form: string,
  name: string | undefined,
  content: readonly (string | Buffer)[],
): string {
  const hash = createHash('sha256').update(form)
  if (name) hash.update(` attempt ${name}`)
  else for (const part of content) hash.update(part)
  return asUuid(hash.digest('hex'))
}

/** Version 8 of RFC 9562: an identifier of one's own making. */
function asUuid(hex: string): string {
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
