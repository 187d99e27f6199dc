// GET and POST /callback: a visitor comes back from an outside provider, and goes on to the site with a session or a reason.
import { DatabaseUnavailableError } from '../database/unavailable.ts'
import { flowOf, isSameBrowser, stateExpirySeconds } from './authorize.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, unavailable } from './errors.ts'
import { assignFlow, issueAuthCode } from './flow-state.ts'
import { linkIdentity, signInWithIdentity } from './identities.ts'
import type { ProviderProfile } from './providers.ts'
import { describeRefusal, redirectWith, redirectWithQuery } from './redirect.ts'
import { seal } from './sealed.ts'
import { answerWithSession, hashToken, openSession } from './sessions.ts'
import { inTransaction } from './transaction.ts'

interface OpenState {
  provider: string
  redirect_to: string
  flow_state_id: string | null
  linking_user_id: string | null
}

export async function comeBack(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const query = readAnswer(request)
  let redirectTo = auth.settings.siteUrl
  try {
    const state = await spendState(auth, query.get('state') ?? '', request.now)
    redirectTo = state.redirect_to
    // A code of PKCE is worth nothing to a browser without its verifier, and may come back to an app's own window.
    if (!state.flow_state_id && !isSameBrowser(auth, request, query.get('state') ?? ''))
      throw new AuthError(400, 'bad_oauth_state', 'OAuth state belongs to another browser')
    const flow = flowOf(auth, query.get('state') ?? '')
    const callback = new URL(flow.redirectUri)
    callback.search = query.toString()
    const profile = await auth.providers.get(state.provider).exchange(flow, callback)
    return await signIn(auth, request, state, profile)
  } catch (error) {
    const refusal = error instanceof DatabaseUnavailableError ? unavailable() : error
    if (!(refusal instanceof AuthError)) throw error
    // What the provider itself refused is answered in the words of the provider.
    const input = query.get('error') ?? ''
    const description = describeRefusal(refusal)
    const known = refusal.code === 'bad_oauth_callback' && /^[a-z_]{1,40}$/.test(input)
    return redirectWith(redirectTo, known ? { ...description, error: input } : description, true)
  }
}

// By link, or as the fields of a form (response_mode=form_post).
function readAnswer({ query, body }: AuthRequest): URLSearchParams {
  if (typeof body !== 'object' || body === null) return query
  const fields = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return new URLSearchParams(fields)
}

// Spent whatever comes of it: an answer counts once.
async function spendState(auth: AuthContext, state: string, now: Date): Promise<OpenState> {
  if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  const { rows } = await inTransaction(auth, (client) =>
    client.query<OpenState & { created_at: Date }>(
      'delete from auth.oauth_states where state_hash = $1 returning *',
      [hashToken(state)],
    ),
  )
  const result = rows[0]
  if (!result) throw new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired')
  if (result.created_at.getTime() + stateExpirySeconds * 1000 < now.getTime())
    throw new AuthError(400, 'bad_oauth_state', 'OAuth state has expired')
  return result
}

async function signIn(
  auth: AuthContext,
  request: AuthRequest,
  state: OpenState,
  profile: ProviderProfile,
): Promise<Response> {
  const { now } = request
  const { provider, flow_state_id: flowStateId, linking_user_id: linkingUserId } = state
  const sealed = {
    accessToken: await seal(auth, profile.accessToken),
    refreshToken: profile.refreshToken ? await seal(auth, profile.refreshToken) : null,
  }
  const outcome = await inTransaction(auth, async (client) => {
    const user = linkingUserId
      ? await linkIdentity(auth, client, request, { userId: linkingUserId, provider, profile })
      : await signInWithIdentity(auth, client, request, { provider, profile })
    if (!flowStateId) return openSession(client, request, user, 'oauth', provider)
    await assignFlow(client, flowStateId, { userId: user.id, ...sealed }, now)
    return { code: await issueAuthCode(client, flowStateId, now) }
  })
  if ('code' in outcome) return redirectWithQuery(state.redirect_to, { code: outcome.code })
  const answer = await answerWithSession(auth, outcome, now)
  return redirectWith(state.redirect_to, {
    access_token: answer.access_token,
    expires_at: String(answer.expires_at),
    expires_in: String(answer.expires_in),
    provider_token: profile.accessToken,
    ...(profile.refreshToken && { provider_refresh_token: profile.refreshToken }),
    refresh_token: answer.refresh_token,
    token_type: answer.token_type,
  })
}
