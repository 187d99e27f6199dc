// Who sends a request: someone signed in, or a guest. A session that is over is refused as such, never taken for a guest.
import type { Hono } from 'hono'
import { z } from 'zod'
import { bearerToken, InvalidTokenError, type VerifyCaller } from '#platform/auth/verify-caller.ts'
import type { Caller } from '#platform/database/caller.ts'
import { type AppContext, RefusedError } from './answers.ts'

export interface Session {
  userId: string
  caller: Caller
  account: Account
}

export interface SessionOptions {
  /** Our own services: only they know whether a session still stands. */
  services: Pick<Hono, 'request'>
  verifyCaller: VerifyCaller
  publishableKey: string
}

export type ReadSession = (c: AppContext) => Promise<Session | null>

const account = z.object({
  id: z.string(),
  email: z.string().default(''),
  factors: z.array(z.object({ status: z.string() })).nullish(),
})
export type Account = z.output<typeof account>

export function createReadSession({ services, verifyCaller, publishableKey }: SessionOptions): ReadSession {
  return async (c) => {
    const authorization = c.req.header('authorization')
    if (!bearerToken(authorization)) return null
    const caller = await verifyCaller({ apikey: publishableKey, authorization }).catch((error: unknown) => {
      throw error instanceof InvalidTokenError ? new RefusedError('sign_in') : error
    })
    // The client library without a session sends its key in place of one.
    if (caller.role === 'anon') return null
    const { sub } = JSON.parse(caller.claims) as { sub?: unknown }
    // The service's own key names nobody for whom a registration could be.
    if (caller.role !== 'authenticated' || typeof sub !== 'string') throw new RefusedError('forbidden')
    // What of the account the routes need besides; it says no for a session that has just ended, too.
    const response = await services.request(
      '/auth/v1/user',
      { headers: { apikey: publishableKey, authorization: authorization ?? '' } },
      c.env,
    )
    if (response.status >= 500) throw new RefusedError('unavailable')
    if (!response.ok) throw new RefusedError('sign_in')
    return { userId: sub, caller, account: account.parse(await response.json()) }
  }
}

export async function requireSession(readSession: ReadSession, c: AppContext): Promise<Session> {
  const session = await readSession(c)
  if (!session) throw new RefusedError('sign_in')
  return session
}
