// POST /logout: ends this session (local), the others, or all of them (global, the default).
import { writeAudit } from './audit.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { badRequest } from './errors.ts'
import { findSignedIn, requireUserToken } from './require-user.ts'
import { type EndedSessions, endSessions } from './sessions.ts'
import { inTransaction } from './transaction.ts'

export async function logout(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const claims = await requireUserToken(auth, request)
  const scope = request.query.get('scope') || 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others')
    throw badRequest('Unsupported logout scope')
  await inTransaction(auth, async (client) => {
    const { user, session } = await findSignedIn(client, claims, request.now)
    await writeAudit(client, request, user.id, 'logout', { scope })
    await endSessions(client, user.id, whichEnd(scope, session?.id))
  })
  return new Response(null, { status: 204 })
}

// Without a session of its own, a token can only end all of them.
function whichEnd(scope: 'global' | 'local' | 'others', sessionId: string | undefined): EndedSessions {
  if (scope === 'global' || !sessionId) return { except: undefined }
  return scope === 'local' ? { only: sessionId } : { except: sessionId }
}
