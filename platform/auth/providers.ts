// The outside providers of this application: where a visitor is sent, and what the provider then says about them.
import * as oidc from 'openid-client'
import type { PlatformSettings, ProviderSettings } from '../settings.ts'
import { AuthError, badRequest } from './errors.ts'

export interface ProviderProfile {
  /** The provider's own, never changing name of the person. */
  subject: string
  /** Lower case; the first is the person's main address. */
  emails: { address: string; verified: boolean }[]
  /** Name, picture and the like, under the names that upstream uses. */
  claims: Record<string, string>
  accessToken: string
  refreshToken: string | undefined
}

export interface Flow {
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
}

export interface Provider {
  authorizationUrl(flow: Flow, options: { scopes: string; extra: [string, string][] }): Promise<URL>
  /** `callback` is the address, with its query, that the provider sent the visitor back to. */
  exchange(flow: Flow, callback: URL): Promise<ProviderProfile>
}

export interface Providers {
  names: string[]
  /** Throws the refusal for one that is not set up here. */
  get(name: string): Provider
}

const timeoutSeconds = 10

export function createProviders({ providers }: Pick<PlatformSettings, 'providers'>): Providers {
  const created = new Map<string, Provider>()
  for (const [name, settings] of Object.entries(providers)) {
    // The names of identities that are ours.
    if (!/^[a-z0-9][a-z0-9:_-]{0,49}$/.test(name) || ['email', 'phone', 'anonymous'].includes(name))
      throw new Error(`a provider cannot be called ${JSON.stringify(name)}`)
    created.set(name, name === 'github' ? createGitHub(settings) : createOpenId(name, settings))
  }
  return {
    names: [...created.keys()],
    get(name) {
      const provider = created.get(name)
      if (!provider) throw badRequest('Unsupported provider: provider is not enabled')
      return provider
    },
  }
}

const knownIssuers: Record<string, string> = { google: 'https://accounts.google.com' }

function createOpenId(name: string, settings: ProviderSettings): Provider {
  const issuer = settings.issuer ?? knownIssuers[name]
  if (!issuer) throw new Error(`provider ${name} needs an issuer`)
  const server = new URL(issuer)
  // Fetched at the first sign-in, and again after a failure: the application starts while a provider is down.
  let discovered: Promise<oidc.Configuration> | undefined
  const discover = (): Promise<oidc.Configuration> => {
    discovered ??= oidc
      .discovery(server, settings.clientId, settings.clientSecret, undefined, {
        execute: [
          // Signatures of ID tokens are checked although they come over TLS.
          oidc.enableNonRepudiationChecks,
          ...(isLoopback(server) ? [oidc.allowInsecureRequests] : []),
        ],
        timeout: timeoutSeconds,
      })
      .catch((error: unknown) => {
        discovered = undefined
        throw providerFailed(error)
      })
    return discovered
  }
  return {
    async authorizationUrl(flow, { scopes, extra }) {
      const config = await discover()
      return authorizationUrl(config, flow, {
        scope: joinScopes(settings.scopes ?? ['openid', 'email', 'profile'], scopes),
        nonce: flow.nonce,
        extra,
      })
    },
    async exchange(flow, callback) {
      const config = await discover()
      const { codeVerifier: pkceCodeVerifier, state: expectedState, nonce: expectedNonce } = flow
      try {
        const tokens = await oidc.authorizationCodeGrant(config, callback, {
          pkceCodeVerifier,
          expectedState,
          expectedNonce,
          idTokenExpected: true,
        })
        const idClaims = tokens.claims()
        if (!idClaims) throw new Error('no id token')
        const info = config.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(config, tokens.access_token, idClaims.sub)
          : {}
        const claims: Record<string, unknown> = { ...idClaims, ...info, iss: idClaims.iss, sub: idClaims.sub }
        const address = textOf(claims.email).toLowerCase()
        return {
          subject: idClaims.sub,
          emails: address ? [{ address, verified: isTrue(claims.email_verified) }] : [],
          claims: readClaims(claims),
          accessToken: tokens.access_token,
          refreshToken: tokens.refresh_token,
        }
      } catch (error) {
        throw providerFailed(error)
      }
    },
  }
}

// GitHub speaks OAuth 2 without OpenID Connect: who it is and which addresses are verified is read from its API.
function createGitHub(settings: ProviderSettings): Provider {
  const pages = (settings.url ?? 'https://github.com').replace(/\/+$/, '')
  // GitHub Enterprise has its API on the same host.
  const usualApi = settings.url ? `${pages}/api/v3` : 'https://api.github.com'
  const api = (settings.apiUrl ?? usualApi).replace(/\/+$/, '')
  const config = new oidc.Configuration(
    {
      issuer: pages,
      authorization_endpoint: `${pages}/login/oauth/authorize`,
      token_endpoint: `${pages}/login/oauth/access_token`,
    },
    settings.clientId,
    settings.clientSecret,
  )
  config.timeout = timeoutSeconds
  if (isLoopback(new URL(pages))) oidc.allowInsecureRequests(config)
  const request = async (accessToken: string, path: string): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'auth' })
    const url = new URL(`${api}${path}`)
    const response = await oidc.fetchProtectedResource(config, accessToken, url, 'GET', null, headers)
    if (!response.ok) throw new Error(`GitHub answered ${response.status}`)
    return response.json()
  }
  return {
    async authorizationUrl(flow, { scopes, extra }) {
      const scope = joinScopes(settings.scopes ?? ['user:email'], scopes)
      return authorizationUrl(config, flow, { scope, extra })
    },
    async exchange(flow, callback) {
      try {
        const tokens = await oidc.authorizationCodeGrant(config, callback, {
          pkceCodeVerifier: flow.codeVerifier,
          expectedState: flow.state,
        })
        const [user, emails] = await Promise.all([
          request(tokens.access_token, '/user'),
          request(tokens.access_token, '/user/emails'),
        ])
        return {
          ...readGitHubUser(user, emails),
          accessToken: tokens.access_token,
          refreshToken: tokens.refresh_token,
        }
      } catch (error) {
        throw providerFailed(error)
      }
    },
  }
}

function readGitHubUser(
  user: unknown,
  emails: unknown,
): Pick<ProviderProfile, 'subject' | 'emails' | 'claims'> {
  const { id, login, name, avatar_url } = user as Record<string, unknown>
  const subject = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : ''
  if (!subject || !Array.isArray(emails)) throw new Error('GitHub answered in another form')
  const known = (emails as Record<string, unknown>[]).toSorted(
    (a, b) => Number(b.primary) - Number(a.primary),
  )
  return {
    subject,
    emails: known.map(({ email, verified }) => ({
      address: textOf(email).toLowerCase(),
      verified: verified === true,
    })),
    claims: readClaims({
      iss: 'https://api.github.com',
      sub: subject,
      name,
      preferred_username: login,
      picture: avatar_url,
    }),
  }
}

function authorizationUrl(
  config: oidc.Configuration,
  { redirectUri, state, codeVerifier }: Flow,
  { scope, nonce, extra }: { scope: string; nonce?: string; extra: [string, string][] },
): Promise<URL> {
  return oidc.calculatePKCECodeChallenge(codeVerifier).then((challenge) =>
    oidc.buildAuthorizationUrl(config, {
      // What the caller adds comes first, so that it replaces nothing of ours.
      ...Object.fromEntries(extra),
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...(nonce && { nonce }),
    }),
  )
}

/** Plain http is for a provider on this very machine, as in tests. */
function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
}

function joinScopes(ours: string[], theirs: string): string {
  return [...new Set([...ours, ...theirs.split(/[\s,]+/).filter(Boolean)])].join(' ')
}

/** The names that upstream stores; a provider may say anything, so they are bounded. */
function readClaims(claims: Record<string, unknown>): Record<string, string> {
  const name = claims.name ?? [claims.given_name, claims.family_name].filter(Boolean).join(' ')
  const wanted = {
    iss: claims.iss,
    sub: claims.sub,
    provider_id: claims.sub,
    name,
    full_name: name,
    preferred_username: claims.preferred_username,
    user_name: claims.preferred_username,
    picture: claims.picture,
    avatar_url: claims.picture,
  }
  return Object.fromEntries(
    Object.entries(wanted)
      .map(([key, value]) => [key, textOf(value)] as const)
      .filter(([, value]) => value !== ''),
  )
}

const longestClaim = 300

function textOf(value: unknown): string {
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) return ''
  return value.length > longestClaim ? '' : value
}

// Some providers write it as text.
function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

// Their words may hold a code or an address: they are not passed on.
function providerFailed(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof oidc.AuthorizationResponseError) {
    const description = textOf(error.error_description) || 'The provider refused the sign-in'
    return new AuthError(403, 'bad_oauth_callback', description)
  }
  return new AuthError(400, 'bad_oauth_callback', 'Unable to exchange external code')
}
