import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { serviceWorkerPath } from '#domain/service-worker.ts'
import { createSecurityHeaders, documentHeaders } from '#server/http/security-headers.ts'
import { startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'

interface Answer {
  status: number
  headers: Record<string, string | undefined>
  bytes: Buffer
}

const app = await startApp()
afterAll(() => app.stop())

/** Plain HTTP: nothing is decompressed, followed or added. */
function call(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: string,
): Promise<Answer> {
  return new Promise((done, failed) => {
    const { hostname, port } = new URL(app.url)
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        done({
          status: response.statusCode ?? 0,
          headers: response.headers as Answer['headers'],
          bytes: Buffer.concat(chunks),
        }),
      )
    })
    sent.on('error', failed)
    sent.end(body)
  })
}

/** A hashed file that a page names, large enough to be worth compressing. */
async function assetPath(): Promise<string> {
  const { bytes } = await call('/')
  for (const path of /data-modules="([^"]+)"/.exec(bytes.toString())?.[1]?.split(' ') ?? [])
    if ((await call(path)).bytes.length > 5_000) return path
  throw new Error('the page names no such file')
}

const publicPages = [
  '/',
  '/agriculture',
  '/marketplace',
  '/auth',
  '/terms',
  '/careers',
  '/board',
  '/investor-form',
]
const guardedPages = ['/order', '/buyer-registration', '/investor-hub', '/admin', '/account']

describe('every answer', () => {
  it.each([
    ['/', 200],
    ['/no-such-page', 404],
    ['/order', 200],
    ['/real-estate', 301],
    ['/healthz', 200],
    ['/rest/v1/orders', 401],
    ['/functions/v1/hello', 404],
    ['/assets/no-such-file.js', 404],
    ['/dev/mailbox', 200],
  ])('%s (%i) instructs the browser what it must not do', async (path, status) => {
    const answer = await call(path)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
      // This application is an evaluation.
      'x-robots-tag': 'noindex',
    })
    expect(answer.headers['permissions-policy']).toMatch(/^camera=\(self\), .*microphone=\(\)/)
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(answer.headers['content-security-policy']).not.toContain('unsafe')
    expect(answer.headers['strict-transport-security']).toBeUndefined()
  })

  it('a production is for search engines to find', () => {
    expect(createSecurityHeaders({ secure: true, evaluation: false }).common).not.toHaveProperty(
      'x-robots-tag',
    )
  })

  it('over TLS demands TLS of every name below this one', () => {
    expect(createSecurityHeaders({ secure: true }).common['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    )
  })

  it('carries an id: a new one, or the one that a proxy gave, but never an invented header', async () => {
    expect((await call('/healthz')).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect((await call('/healthz', { 'x-request-id': 'proxy-1234567' })).headers['x-request-id']).toBe(
      'proxy-1234567',
    )
    expect((await call('/healthz', { 'x-request-id': 'a b<script>' })).headers['x-request-id']).toMatch(
      /^[0-9a-f-]{36}$/,
    )
  })
})

describe('requests that are refused', () => {
  it('a body that is too large, by its length or by what really comes', async () => {
    const large = 'x'.repeat(100_001)
    const refused = await call('/auth/v1/signup', { 'content-length': String(large.length) }, 'POST', large)
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.bytes.toString())).toMatchObject({ message: 'The request is too large.' })
    const huge = await fetch(`${app.url}/rest/v1/orders`, { method: 'POST', body: 'x'.repeat(5_000_001) })
    expect(huge.status).toBe(413)
    const streamed = await call(
      '/auth/v1/signup',
      { 'transfer-encoding': 'chunked', apikey: app.keys.publishableKey },
      'POST',
      large,
    )
    expect(streamed.status).toBe(413)
  })

  it('another method than GET and HEAD on a page', async () => {
    const answer = await call('/agriculture', {}, 'POST', 'a=1')
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD')
  })

  it('a malformed address, in words and without a stack', async () => {
    const answer = await call('/\\evil.example.com')
    expect(answer.status).toBe(400)
    expect(answer.bytes.toString()).not.toContain('node_modules')
  })

  it('a service that is not there, as JSON', async () => {
    const answer = await call('/functions/v1/hello')
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.bytes.toString()).code).toBe('not_found')
  })

  it('the mailbox of an evaluation, for anyone who does not sit at this machine', async () => {
    for (const path of ['/dev/mailbox', '/dev/mailbox.json', '/dev/anything']) {
      const status = path === '/dev/anything' ? 404 : 200
      expect((await call(path)).status).toBe(status)
      const forwarded: Record<string, string>[] = [
        { 'x-forwarded-for': '198.51.100.7' },
        { 'x-forwarded-proto': 'https' },
        { forwarded: 'for=198.51.100.7' },
        { via: '1.1 proxy' },
        { 'x-real-ip': '198.51.100.7' },
        { 'cf-connecting-ip': '198.51.100.7' },
        // A page of another site, whose name its owner has pointed to this machine.
        { host: 'evil.example.com:3000' },
      ]
      for (const headers of forwarded) {
        const answer = await call(path, headers)
        expect(answer.status).toBe(404)
        expect(answer.bytes.toString()).toBe('Not found\n')
      }
    }
  })

  it('the mailbox of an evaluation that is shown on purpose, by another address of this machine', async () => {
    const shown = await startApp({ HOST: '0.0.0.0', EVALUATION: 'true' }, app.databaseUrl)
    const addresses = Object.values(networkInterfaces()).flat()
    const other = addresses.find((address) => address && !address.internal && address.family === 'IPv4')
    const { port } = new URL(shown.url)
    expect((await fetch(`http://127.0.0.1:${port}/dev/mailbox.json`)).status).toBe(200)
    if (other) {
      expect((await fetch(`http://${other.address}:${port}/healthz`)).status).toBe(200)
      expect((await fetch(`http://${other.address}:${port}/dev/mailbox.json`)).status).toBe(404)
    }
    await shown.stop()
  })

  it('metrics for anyone who comes through a proxy, without the token', async () => {
    expect((await call('/metrics', { 'x-forwarded-for': '198.51.100.7' })).status).toBe(403)
    const answer = await call('/metrics')
    expect(answer.status).toBe(200)
    expect(answer.bytes.toString()).toContain('app_request_seconds_count{area="pages"')
  })

  it('metrics for another token than the one that is set', async () => {
    const beside = await startApp({ METRICS_TOKEN: 'a token for the scraper' }, app.databaseUrl)
    const statusFor = async (token?: string) => {
      const { status } = await fetch(`${beside.url}/metrics`, {
        headers: { 'x-forwarded-for': '198.51.100.7', ...(token && { authorization: `Bearer ${token}` }) },
      })
      return status
    }
    expect(await statusFor('a token for the scraper')).toBe(200)
    for (const token of [undefined, 'a token for the scrapes', 'a token'])
      expect(await statusFor(token)).toBe(403)
    await beside.stop()
  })
})

describe('the service worker', () => {
  it('is small, is requested each time, and may call this site alone', async () => {
    const { status, headers, bytes } = await call(serviceWorkerPath)
    expect(status).toBe(200)
    // The page that says that there is no line is in it: some 2 kB of the whole as it travels.
    expect(bytes.length).toBeLessThanOrEqual(6_500)
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
      'x-content-type-options': 'nosniff',
    })
    const again = await call(serviceWorkerPath, { 'if-none-match': headers.etag ?? '' })
    expect(again.status).toBe(304)
  })
})

describe('pages', () => {
  it.each([...publicPages, ...guardedPages, '/no-such-page'])('%s keeps to its own policy', async (path) => {
    const { bytes, headers } = await call(path)
    const html = bytes.toString()
    const policy = headers['content-security-policy'] ?? ''
    const inline = [...html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g)].filter(
      ([, , attributes = '', text]) => text && !/\bsrc=|ld\+json/.test(attributes),
    )
    // The first script and the late one.
    expect(inline.filter(([, tag]) => tag === 'script')).toHaveLength(2)
    expect(inline.filter(([, tag]) => tag === 'style').length).toBeGreaterThan(0)
    for (const [, , , text = ''] of inline)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default")
    // Neither inline styles nor handlers, which the policy forbids, nor scripts that start before their time.
    expect(html.match(/<[^>]+\s(style|on[a-z]+)="/)).toBeNull()
    expect(html.match(/<link[^>]+modulepreload/)).toBeNull()
    expect(html.match(/<script type="text\/late"/g)).toHaveLength(1)
  })

  it.each(publicPages)(
    '%s has its heading before any script runs, and is checked again by its tag',
    async (path) => {
      const page = await call(path)
      expect(page.status).toBe(200)
      expect(page.bytes.toString()).toMatch(/<h1[\s>]/)
      expect(page.headers['cache-control']).toBe('no-cache')
      const again = await call(path, { 'if-none-match': page.headers.etag ?? '' })
      expect(again.status).toBe(304)
      expect(again.bytes).toHaveLength(0)
      expect(again.headers.etag).toBe(page.headers.etag)
      expect(again.headers['content-security-policy']).toBe(page.headers['content-security-policy'])
    },
  )

  it.each([...guardedPages, '/auth', '/track'])(
    '%s cannot be held by a window of another site',
    async (path) => {
      expect((await call(path)).headers['cross-origin-opener-policy']).toBe('same-origin')
    },
  )

  it.each(guardedPages)(
    '%s shows nothing but the wait until the browser knows who is there',
    async (path) => {
      const page = await call(path)
      expect(page.headers['cache-control']).toBe('private, no-store')
      expect(page.bytes.toString()).toContain('Loading...')
      expect(page.bytes.toString()).not.toMatch(/<form[^>]*data-order|Total Orders/)
    },
  )

  it('are the same for every query, and for every spelling of their address', async () => {
    const plain = await call('/agriculture')
    expect((await call('/agriculture?utm_source=x&y=2')).headers.etag).toBe(plain.headers.etag)
    expect((await call('/Agriculture')).headers.etag).toBe(plain.headers.etag)
    expect((await call('/%61griculture')).headers.etag).toBe(plain.headers.etag)
    const slashed = await call('/agriculture/?a=1')
    expect(slashed).toMatchObject({ status: 308, headers: { location: '/agriculture?a=1' } })
  })

  it('whose address cannot be read are refused, and nothing of it is logged or warned of', async () => {
    for (const path of ['/tracks/secret%', '/track/a/%ff', '/%c3%28'])
      expect(await call(path)).toMatchObject({ status: 400 })
  })

  it('that do not exist answer 404 with the page, whatever the address', async () => {
    const missing = await call('/no-such-page')
    expect(missing.status).toBe(404)
    expect(missing.bytes.toString()).toContain('Oops! Page not found')
    expect(missing.headers.etag).toBeUndefined()
    expect((await call('/other/place.php')).bytes.equals(missing.bytes)).toBe(true)
    expect((await call('//evil.example.com/')).status).toBe(404)
  })

  it('are counted, without the address that was attempted', async () => {
    const read = async () => (await call('/metrics')).bytes.toString()
    const count = async () => Number(/^app_unknown_pages_total (\d+)$/m.exec(await read())?.[1])
    const before = await count()
    await call('/nowhere/to-be-named?who=ada', {}, 'HEAD')
    await call('/agriculture')
    expect(await count()).toBe(before + 1)
    expect(await read()).not.toContain('to-be-named')
  })

  it('move on with the query that came: /real-estate', async () => {
    const moved = await call('/real-estate?from=card')
    expect(moved).toMatchObject({ status: 301, headers: { location: '/real-estate-construction?from=card' } })
  })

  it('answer HEAD with the same head and no body', async () => {
    const [get, head] = await Promise.all([call('/'), call('/', {}, 'HEAD')])
    expect(head.status).toBe(200)
    expect(head.bytes).toHaveLength(0)
    expect(head.headers.etag).toBe(get.headers.etag)
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })

  it('serve their data to navigation inside the site', async () => {
    const answer = await call('/_.data')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toContain('text/x-script')
    expect(answer.bytes.toString()).toContain('publishableKey')
  })

  it('are drawn again after content has changed', async () => {
    const before = await call('/', { 'accept-encoding': 'br' })
    expect((await call('/', { 'accept-encoding': 'br' })).bytes.equals(before.bytes)).toBe(true)
    const heard = new Promise<void>((done) => void app.database.listen('content_changed', () => done()))
    await asOwner(app.databaseUrl, (client) => client.query(`notify content_changed`).then(() => undefined))
    await heard
    expect((await call('/')).status).toBe(200)
  })
})

describe('compression', () => {
  it('gives a page in the form that the browser takes', async () => {
    const plain = await call('/terms')
    const brotli = await call('/terms', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    const gzip = await call('/terms', { 'accept-encoding': 'gzip' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const answer of [plain, brotli, gzip]) {
      expect(answer.headers.vary).toBe('accept-encoding')
      expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length)
    }
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 3)
  })

  it('takes long addresses of the services, and says which is too long', async () => {
    const headers = { apikey: app.keys.publishableKey }
    const path = (characters: number) => {
      const start = '/rest/v1/products?select=id&name=eq.'
      return start + 'x'.repeat(characters - start.length)
    }
    const answer = await call(path(16_000), headers)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-location']).toBeUndefined()
    const refusal = await call(path(16_500), headers)
    expect({ status: refusal.status, code: JSON.parse(refusal.bytes.toString()).code }).toEqual({
      status: 414,
      code: 'PGRST100',
    })
  })

  it('makes long answers of the services small, and leaves short ones alone', async () => {
    const headers = { apikey: app.keys.secretKey, 'accept-encoding': 'gzip' }
    const long = await call('/rest/v1/role_permissions?select=role,permission,once_more:permission', headers)
    expect(long.status).toBe(200)
    expect(long.headers['content-encoding']).toBe('gzip')
    expect(long.headers.vary).toContain('accept-encoding')
    const rows = JSON.parse(gunzipSync(long.bytes).toString()) as unknown[]
    expect(rows.length).toBeGreaterThan(10)
    const short = await call('/rest/v1/role_permissions?select=role&limit=1', headers)
    expect(short.headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(short.bytes.toString())).toHaveLength(1)
  })
})

describe('files of the built site', () => {
  it('with a hashed name are cached for good', async () => {
    const path = await assetPath()
    const file = await call(path, { 'accept-encoding': 'br' })
    expect(file.status).toBe(200)
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    // The hash in its name is what a tag would say.
    expect(file.headers.etag).toBeUndefined()
    expect(file.headers['content-type']).toContain('javascript')
    expect(file.headers['content-encoding']).toBe('br')
  })

  it('that a page is made of travel without what only a document needs', async () => {
    const { headers } = await call(await assetPath(), { 'accept-encoding': 'br' })
    expect(headers['x-content-type-options']).toBe('nosniff')
    for (const name of documentHeaders) expect(headers).not.toHaveProperty(name)
    const picture = await call('/favicon.svg')
    expect(picture.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('that are missing are not answered with a page, and not remembered', async () => {
    const answer = await call('/assets/entry.client-gone.js')
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers['content-type']).toContain('text/plain')
  })

  it.each(['/../package.json', '/assets/..%2f..%2fserver%2findex.js', '/%2e%2e/package.json', '/.sources'])(
    'are the only files there are: %s is none',
    async (path) => {
      const answer = await call(path)
      expect(answer.status).toBe(404)
      expect(answer.bytes.toString()).not.toContain('agribusiness-platform')
    },
  )
})

describe('probes', () => {
  it('say that the process lives and that the database answers', async () => {
    expect(await call('/healthz')).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(JSON.parse((await call('/readyz')).bytes.toString())).toEqual({ status: 'ready' })
  })

  it('call a server unready whose database is behind its release, and ready one whose database is ahead', async () => {
    const sql = (text: string, values: unknown[] = []) =>
      asOwner(app.databaseUrl, (client) => client.query(text, values))
    const ledger = 'supabase_migrations.schema_migrations'
    const { rows } = await sql(
      `delete from ${ledger} where version = (select max(version) from ${ledger}) returning version, name`,
    )
    const behind = await call('/readyz')
    expect(behind.status).toBe(503)
    expect(JSON.parse(behind.bytes.toString())).toEqual({ status: 'unavailable', reason: 'migrations' })
    await sql(
      `insert into ${ledger} (version, name) values ($1, $2), ('29991231000000', 'of a newer release')`,
      [rows[0].version, rows[0].name],
    )
    expect((await call('/readyz')).status).toBe(200)
  })
})

describe('the mailbox of an evaluation', () => {
  it('lists what would have been sent, as text that cannot act', async () => {
    await asOwner(app.databaseUrl, (client) =>
      client
        .query('select private.enqueue_mail($1, $2, $3)', [
          'auth_signup',
          'ngozi@example.com',
          {
            url: `${app.url}/auth/v1/verify?token=a&type=signup`,
            code: '<img src=x>',
          },
        ])
        .then(() => undefined),
    )
    await expect.poll(() => app.mailbox()).toHaveLength(1)
    const [mail] = JSON.parse((await call('/dev/mailbox.json')).bytes.toString())
    expect(Object.keys(mail).sort()).toEqual(['createdAt', 'html', 'links', 'subject', 'text', 'to'])
    expect(mail.links[0]).toBe(`${app.url}/auth/v1/verify?token=a&type=signup`)
    const page = (await call('/dev/mailbox')).bytes.toString()
    expect(page).toContain('ngozi@example.com')
    expect(page).toContain('&lt;img src=x&gt;')
    expect(page).not.toContain('<img')
  })
})
