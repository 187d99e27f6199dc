// Who may call /admin: the holder of the secret key, or of a token with its role; nobody's user account.
import { errors } from 'jose'
import type { AuthContext, AuthRequest } from '../context.ts'
import { AuthError } from '../errors.ts'
import { bearerToken } from '../verify-caller.ts'

export async function requireAdmin(auth: AuthContext, { headers }: AuthRequest): Promise<void> {
  const { keys, tokens } = auth
  const input = bearerToken(headers.get('authorization') ?? undefined) ?? headers.get('apikey') ?? ''
  if (input === keys.secretKey || input === keys.serviceRoleKey) return
  if (input === keys.publishableKey || input === keys.anonKey) throw notAdmin()
  const claims = await tokens.verify(input).catch((error: unknown) => {
    if (error instanceof errors.JOSEError)
      throw new AuthError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature')
    throw error
  })
  if (claims.role !== 'service_role') throw notAdmin()
}

function notAdmin(): AuthError {
  return new AuthError(403, 'not_admin', 'User not allowed')
}
