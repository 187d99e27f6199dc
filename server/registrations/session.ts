// Who sends a registration: somebody signed in, or a guest. A session that is over is told so, never taken for a guest.
import { bearerToken, InvalidTokenError, type VerifyCaller } from '#platform/auth/verify-caller.ts'
import type { Caller } from '#platform/database/caller.ts'
import { RefusedError, type RegistrationsContext } from './answers.ts'

export interface Session {
  userId: string
  caller: Caller
}

export type ReadSession = (c: RegistrationsContext) => Promise<Session | null>

export function createReadSession(verifyCaller: VerifyCaller, publishableKey: string): ReadSession {
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
    return { userId: sub, caller }
  }
}

export async function requireSession(readSession: ReadSession, c: RegistrationsContext): Promise<Session> {
  const session = await readSession(c)
  if (!session) throw new RefusedError('sign_in')
  return session
}
