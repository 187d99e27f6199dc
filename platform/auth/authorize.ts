// GET /authorize and GET /user/identities/authorize: sends the visitor to an outside provider, to sign in or to link it.
import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthError, badRequest } from './errors.ts'
import { requireFactorShown } from './factors.ts'
import { readChallenge, startFlow } from './flow-state.ts'
import type { Flow } from './providers.ts'
import { readRedirect } from './redirect.ts'
import { findSignedIn, requireUserToken } from './require-user.ts'
import { hashToken } from './sessions.ts'
import { inTransaction } from './transaction.ts'

/** Ours to set, or meant for us; anything else in the query is for the provider (prompt, hd, access_type, …). */
const reserved = new Set([
  'apikey',
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'flow_type',
  'invite_token',
  'nonce',
  'provider',
  'redirect_to',
  'redirect_uri',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'scopes',
  'skip_http_redirect',
  'state',
])

const longestExtra = 500

/** To sign in. The browser comes by a link: no key, and refusals are answered plainly. */
export async function authorize(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const url = await inTransaction(auth, (client) => prepare(auth, client, request)).then(toProvider(auth))
  return answer(auth, request, url)
}

/** To add the provider's identity to the account of the caller. */
export async function authorizeLink(auth: AuthContext, request: AuthRequest): Promise<Response> {
  const claims = await requireUserToken(auth, request)
  if (!auth.settings.manualLinkingEnabled)
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
  const url = await inTransaction(auth, async (client) => {
    const signedIn = await findSignedIn(client, claims, request.now)
    await requireFactorShown(client, signedIn)
    return prepare(auth, client, request, signedIn.user.id)
  }).then(toProvider(auth))
  return answer(auth, request, url)
}

interface Journey {
  providerName: string
  flow: Flow
  scopes: string
  extra: [string, string][]
}

async function prepare(
  auth: AuthContext,
  client: pg.ClientBase,
  request: AuthRequest,
  linkingUserId?: string,
): Promise<Journey> {
  const { query, now } = request
  const providerName = query.get('provider') ?? ''
  if (!providerName) throw badRequest('Unsupported provider: Provider could not be found')
  auth.providers.get(providerName)
  const redirectTo = readRedirect(auth.settings, request)
  const challenge = readChallenge({
    code_challenge: query.get('code_challenge') ?? '',
    code_challenge_method: query.get('code_challenge_method') ?? '',
  })
  const flowStateId =
    challenge && (await startFlow(client, { challenge, method: 'oauth', providerType: providerName }, now))
  const state = randomBytes(32).toString('base64url')
  await client.query(
    `insert into auth.oauth_states (state_hash, provider, redirect_to, flow_state_id, linking_user_id, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [hashToken(state), providerName, redirectTo, flowStateId ?? null, linkingUserId ?? null, now],
  )
  const extra = [...query].filter(([name, value]) => !reserved.has(name) && value.length <= longestExtra)
  return { providerName, flow: flowOf(auth, state), scopes: query.get('scopes') ?? '', extra }
}

// Outside of the transaction: the configuration of the provider may have to be fetched first.
const toProvider =
  (auth: AuthContext) =>
  ({ providerName, flow, scopes, extra }: Journey): Promise<URL> =>
    auth.providers.get(providerName).authorizationUrl(flow, { scopes, extra })

function answer(auth: AuthContext, { query }: AuthRequest, url: URL): Response {
  const headers = { 'set-cookie': browserCookie(auth, url.searchParams.get('state') ?? '') }
  if (query.get('skip_http_redirect') === 'true') return Response.json({ url: url.href }, { headers })
  return new Response(null, {
    status: 302,
    headers: { ...headers, location: url.href, 'referrer-policy': 'no-referrer' },
  })
}

/** How long a visitor may take at the provider. */
export const stateExpirySeconds = 600

/**
 * Marks the browser that set out: a stranger's answer of a provider, given to someone else as a link, would sign
 * them in to the stranger's account (RFC 9700, section 4.7). It comes back by a link or a form of the provider's.
 */
function browserCookie(auth: AuthContext, state: string): string {
  const { pathname, protocol } = new URL(flowOf(auth, state).redirectUri)
  const site = protocol === 'https:' ? 'SameSite=None; Secure' : 'SameSite=Lax'
  const { name, value } = browserMark(auth, state)
  return `${name}=${value}; Path=${pathname}; Max-Age=${stateExpirySeconds}; HttpOnly; ${site}`
}

export function isSameBrowser(auth: AuthContext, { headers }: AuthRequest, state: string): boolean {
  const { name, value } = browserMark(auth, state)
  return (headers.get('cookie') ?? '').split(/;\s*/).includes(`${name}=${value}`)
}

/** A name of its own for each journey: several tabs may be on their way. */
function browserMark({ hashSecret }: AuthContext, state: string): { name: string; value: string } {
  const mark = createHmac('sha256', hashSecret).update(`oauth browser ${state}`).digest('hex')
  return { name: `sign-in-${mark.slice(0, 8)}`, value: mark.slice(8) }
}

/** What belongs to one journey. Nonce and verifier follow from the state, which only the visitor and we know. */
export function flowOf({ settings, hashSecret }: AuthContext, state: string): Flow {
  const derive = (purpose: string): string =>
    createHmac('sha256', hashSecret).update(`oauth ${purpose} ${state}`).digest('base64url')
  return {
    redirectUri: `${settings.apiUrl}/auth/v1/callback`,
    state,
    nonce: derive('nonce'),
    codeVerifier: derive('verifier'),
  }
}
