// Outside providers on this machine: a certified OpenID Connect issuer, and GitHub's few paths; both sign in whom the
// test names, without a page to click on.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider'

export const client = { id: 'application', secret: 'a secret between the application and its providers' }

export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  picture?: string
}

export interface Issuer {
  url: string
  /** Who sits before the browser; undefined: someone who declines. */
  visitor: Person | undefined
  /** Its ID tokens carry a signature that is not its own. */
  isForged?: boolean
  /** Follows redirects as a browser with cookies does, until the address is not the provider's any more. */
  visit(url: string): Promise<URL>
  close(): Promise<void>
}

export async function startIssuer(callbackUrl: string): Promise<Issuer> {
  const people = new Map<string, Person>()
  const { server, url } = await listen()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(url, {
    adapter: Memory,
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'issuer', alg: 'RS256', use: 'sig' }] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [callbackUrl],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    cookies: { keys: ['a key for tests alone'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ ...people.get(accountId), sub: accountId }),
    }),
    // Everybody agrees to everything.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile offline_access')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (!issuer.isForged || !body?.id_token) return
    const [header, claims, signature = ''] = body.id_token.split('.')
    context.body = { ...body, id_token: `${header}.${claims}.${[...signature].reverse().join('')}` }
  })
  const answer = provider.callback()
  server.on('request', ((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const { visitor } = issuer
    if (visitor) people.set(visitor.sub, visitor)
    const outcome = visitor
      ? { login: { accountId: visitor.sub } }
      : { error: 'access_denied', error_description: 'The person said no' }
    return provider.interactionFinished(request, response, outcome)
  }) as RequestListener)
  const issuer: Issuer = { url, visitor: undefined, visit: (to) => visit(url, to), close: closer(server) }
  return issuer
}

export interface GitHub extends Issuer {
  emails: { email: string; primary: boolean; verified: boolean }[]
}

/** As https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps describes it. */
export async function startGitHub(): Promise<GitHub> {
  const { server, url } = await listen()
  const challenges = new Map<string, string>()
  const app = new Hono()
  app.get('/login/oauth/authorize', (c) => {
    const { redirect_uri = '', state = '', code_challenge = '' } = c.req.query()
    challenges.set('a-code', code_challenge)
    const back = new URL(redirect_uri)
    back.search = new URLSearchParams({ code: 'a-code', state }).toString()
    return c.redirect(back.href)
  })
  app.post('/login/oauth/access_token', async (c) => {
    const { code, code_verifier, client_secret } = await c.req.parseBody<Record<string, string>>()
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code_verifier))
    const genuine =
      client_secret === client.secret &&
      challenges.get(code ?? '') === Buffer.from(digest).toString('base64url')
    return c.json(
      genuine
        ? { access_token: 'gho_token', scope: 'user:email', token_type: 'bearer' }
        : { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' },
    )
  })
  const isBearer = (header: string | undefined) => header?.toLowerCase() === 'bearer gho_token'
  app.get('/api/v3/user', (c) => {
    if (!isBearer(c.req.header('authorization'))) return c.json({ message: 'Bad credentials' }, 401)
    const { sub, name, picture } = gitHub.visitor ?? { sub: '0' }
    return c.json({ id: Number(sub), login: 'adaobi', name: name ?? null, avatar_url: picture })
  })
  app.get('/api/v3/user/emails', (c) =>
    isBearer(c.req.header('authorization')) ? c.json(gitHub.emails) : c.json({ message: 'Bad' }, 401),
  )
  server.on('request', getRequestListener(app.fetch))
  const gitHub: GitHub = {
    url,
    visitor: undefined,
    emails: [],
    visit: (to) => visit(url, to),
    close: closer(server),
  }
  return gitHub
}

/** What an issuer remembers of sessions, codes and grants, for as long as the test runs. */
class Memory implements Adapter {
  static readonly #payloads = new Map<string, AdapterPayload>()
  readonly #model: string
  constructor(model: string) {
    this.#model = model
  }
  #key = (id: string): string => `${this.#model} ${id}`
  async upsert(id: string, payload: AdapterPayload) {
    Memory.#payloads.set(this.#key(id), payload)
  }
  async find(id: string) {
    return Memory.#payloads.get(this.#key(id))
  }
  async findByUid(uid: string) {
    return [...Memory.#payloads.values()].find((payload) => payload.uid === uid)
  }
  async findByUserCode() {
    return undefined
  }
  async consume(id: string) {
    const payload = Memory.#payloads.get(this.#key(id))
    if (payload) payload.consumed = true
  }
  async destroy(id: string) {
    Memory.#payloads.delete(this.#key(id))
  }
  async revokeByGrantId(grantId: string) {
    for (const [key, payload] of Memory.#payloads)
      if (payload.grantId === grantId) Memory.#payloads.delete(key)
  }
}

async function listen(): Promise<{ server: Server; url: string }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const closer = (server: Server) => async (): Promise<void> => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

async function visit(origin: string, from: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(from)
  for (let hops = 0; url.origin === origin && hops < 10; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const next = response.headers.get('location')
    if (!next) throw new Error(`the provider stopped with ${response.status}: ${await response.text()}`)
    url = new URL(next, url)
  }
  return url
}
