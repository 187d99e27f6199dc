import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, stat, utimes } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient, type User } from '@supabase/supabase-js'
import { parse } from 'pg-connection-string'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { findAuthLink, readAuthLink } from '#tests/harness/auth-links.ts'
import { type Child, serverScript, startChild } from '#tests/harness/child.ts'
import { within } from '#tests/harness/within.ts'

let folder: string
let dataDir: string
let server: Child
let url: string
let firstAdmin: { email: string; password: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'process-'))
  // Open to PostgreSQL's own user, so that its files stay inside and go with the folder.
  await chmod(folder, 0o755)
  dataDir = join(folder, 'data')
})
afterAll(async () => {
  server?.process.kill('SIGTERM')
  await server?.ended
  await rm(folder, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}): Promise<Child> {
  server = startChild(serverScript, { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info', ...env })
  url = (await server.says(/Ready at (\S+)/))[1] ?? ''
  return server
}

async function keyOf(address: string): Promise<string> {
  const page = await (await fetch(address)).text()
  return /sb_publishable_[\w-]+/.exec(page)?.[0] ?? ''
}

async function clientOf(address: string) {
  return createClient(address, await keyOf(address), {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

async function rolesOf(client: SupabaseClient, user: User | null) {
  return (
    await client
      .from('user_roles')
      .select('role')
      .eq('user_id', user?.id ?? '')
  ).data
}

describe('a start that cannot succeed', () => {
  it.each([
    ['a wrong value', { PORT: 'abc' }, '✗ PORT must be a whole number from 0 to 65535'],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://me:pw@127.0.0.1:9/x' },
      '✗ DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:9',
    ],
    [
      'an evaluation for others to reach',
      { HOST: '0.0.0.0', SITE_URL: 'https://www.example.com' },
      '✗ SITE_URL https://www.example.com is for others to reach, and this is an evaluation: set NODE_ENV=production',
    ],
    ['a mistyped name', { DATABSE_URL: 'postgres://x' }, '✗ DATABSE_URL is no setting: DATABASE_URL is'],
    ['production without its address', { NODE_ENV: 'production' }, '✗ SITE_URL is needed in production'],
    [
      'production without the master key of the vault',
      { NODE_ENV: 'production', SITE_URL: 'https://www.example.com' },
      '✗ VAULT_MASTER_KEY (or VAULT_MASTER_KEY_FILE) is needed in production',
    ],
  ])('ends in one clear line: %s', async (_, env, line) => {
    const child = startChild(serverScript, { PORT: '0', DATA_DIR: join(folder, 'none'), ...env })
    expect(await child.ended).toBe(1)
    const lines = child.output().trim().split('\n')
    expect(lines.at(-1)).toContain(line)
    expect(child.output()).not.toMatch(/^\s+at /m)
  })

  it('is refused where a restore was broken off, and opens no empty application there', async () => {
    const half = join(folder, 'half')
    await mkdir(join(half, 'restoring'), { recursive: true })
    const child = startChild(serverScript, { PORT: '0', DATA_DIR: half })
    expect(await child.ended).toBe(1)
    expect(child.output()).toContain(`✗ a restore into ${half} did not finish: run npm run restore again`)
    expect(existsSync(join(half, 'postgres'))).toBe(false)
  })

  it('names DATABASE_URL when its server has no TLS', async () => {
    // The tests' own PostgreSQL, which has no certificate, reached over TCP.
    const { host, port } = parse(inject('postgresUrl'))
    const bridge = createTcpServer((socket) => {
      const upstream = host?.startsWith('/')
        ? connect(`${host}/.s.PGSQL.${port}`)
        : connect(Number(port), host ?? '')
      socket.on('error', () => upstream.destroy())
      upstream.on('error', () => socket.destroy())
      socket.pipe(upstream).pipe(socket)
    }).listen(0, '127.0.0.1')
    await new Promise((done) => bridge.once('listening', done))
    const { port: bridged } = bridge.address() as { port: number }
    const child = startChild(serverScript, {
      PORT: '0',
      DATA_DIR: join(folder, 'none'),
      DATABASE_URL: `postgres://me:pw@127.0.0.1:${bridged}/x?sslmode=require`,
    })
    expect(await child.ended).toBe(1)
    expect(child.output().trim().split('\n').at(-1)).toBe(
      '✗ DATABASE_URL cannot be reached over TLS: the server has none (give it a certificate, or say sslmode=disable on purpose)',
    )
    bridge.close()
  })

  it('says so when the port is taken, and has touched nothing by then', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((done) => other.once('listening', done))
    const { port } = other.address() as { port: number }
    const child = startChild(serverScript, { PORT: String(port), DATA_DIR: join(folder, 'untouched') })
    expect(await child.ended).toBe(1)
    expect(child.output()).toContain(`✗ port ${port} is in use`)
    expect(existsSync(join(folder, 'untouched/postgres'))).toBe(false)
    other.close()
  })
})

describe('the first start of an evaluation', () => {
  it('makes everything, says what it does, and shows a first admin', async () => {
    await start()
    const output = server.output()
    expect(output).toMatch(/Starting PostgreSQL\.\.\. ok \(\d+\.\d s\)/)
    expect(output).toMatch(/Migrating\.\.\. ok/)
    expect(output).toContain('This is an evaluation: demo rows, no real mail. Set NODE_ENV=production')
    const [, email = '', password = ''] =
      /First admin, shown this once: (\S+) {2}password: (\S+)/.exec(output) ?? []
    firstAdmin = { email, password }
    const client = await clientOf(url)
    const { data, error } = await client.auth.signInWithPassword(firstAdmin)
    expect(error).toBeNull()
    expect(await rolesOf(client, data.user)).toEqual([{ role: 'admin' }])
    const { count } = await client.from('orders').select('*', { count: 'exact', head: true })
    expect(count).toBeGreaterThan(0)
  })

  it('keeps its secrets from everybody else', async () => {
    expect((await stat(join(dataDir, 'secrets'))).mode & 0o077).toBe(0)
    expect((await stat(join(dataDir, 'secrets/jwt-secret'))).mode & 0o077).toBe(0)
  })

  it('refuses a second process the same data directory', async () => {
    const second = startChild(serverScript, { PORT: '0', DATA_DIR: dataDir })
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/✗ .* is in use by another process/)
  })

  it('logs requests, and neither addresses, names nor tokens of those who make them', async () => {
    const client = await clientOf(url)
    await client.auth.signUp({
      email: 'ngozi.okafor@example.com',
      password: 'Harvest-2026-Secret',
      options: { data: { full_name: 'Ngozi Okafor' } },
    })
    await client.auth.signInWithPassword({
      email: 'ngozi.okafor@example.com',
      password: 'Harvest-2026-Wrong',
    })
    await client.from('profiles').select('*').eq('email', 'ngozi.okafor@example.com')
    await fetch(`${url}/find/ngozi.okafor@example.com?email=ngozi.okafor@example.com`)
    await expect.poll(async () => (await (await fetch(`${url}/dev/mailbox.json`)).json()).length).toBe(1)
    const [mail] = await (await fetch(`${url}/dev/mailbox.json`)).json()
    const { token_hash, type } = readAuthLink(mail)
    await fetch(findAuthLink(mail))
    await fetch(`${url}/auth/v1/verify?token=${token_hash}&type=${type}`, { redirect: 'manual' })
    const requested = await fetch(`${url}/auth/v1/verify/preview`, {
      method: 'POST',
      headers: { apikey: await keyOf(url), 'content-type': 'application/json' },
      body: JSON.stringify({ token_hash, type }),
    })
    expect(await requested.json()).toMatchObject({ email: 'n•••@example.com' })
    await server.says(/"path":"\/auth\/v1\/verify\/preview"/)
    await server.says(/"path":"\/find\/\[address\]"/)
    const records = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(records.length).toBeGreaterThan(4)
    expect(records.join('\n')).not.toMatch(/ngozi|okafor|harvest|@|eyJ|sb_publishable/i)
    expect(records.join('\n')).not.toContain(token_hash)
    expect(JSON.parse(records.find((line) => line.includes('/auth/v1/signup')) ?? '{}')).toMatchObject({
      level: 'info',
      method: 'POST',
      path: '/auth/v1/signup',
      status: 200,
      requestId: expect.stringMatching(/^[\w-]{36}$/),
      ms: expect.any(Number),
    })
  })
})

const createAdmin = (args: string[], env: Record<string, string> = {}) =>
  startChild('server/commands/admin-create.ts', { DATA_DIR: dataDir, ...env }, args)

describe('npm run admin:create', () => {
  it('refuses a weak password and a bad address, in one line', async () => {
    const weak = createAdmin(['--email', 'boss@example.com'], { ADMIN_PASSWORD: 'password' })
    expect(await weak.ended).toBe(1)
    expect(weak.output()).toContain('✗ ADMIN_PASSWORD is too weak (Password must contain')
    const bad = createAdmin(['--email', 'boss'])
    expect(await bad.ended).toBe(1)
    expect(bad.output()).toContain('must be an email address')
  })

  it('makes an admin while the server runs, and a second time changes nothing', async () => {
    const first = createAdmin(['--email', 'Boss@example.com'], { ADMIN_PASSWORD: 'Harvest-Boss-2026' })
    expect(await first.ended).toBe(0)
    expect(first.output()).toContain('is an admin.')
    const again = createAdmin(['--email', 'boss@example.com'], { ADMIN_PASSWORD: 'Another-Boss-2026' })
    expect(await again.ended).toBe(0)
    expect(again.output()).toContain('has an account already')
    const client = await clientOf(url)
    const { data, error } = await client.auth.signInWithPassword({
      email: 'boss@example.com',
      password: 'Harvest-Boss-2026',
    })
    expect(error).toBeNull()
    expect(await rolesOf(client, data.user)).toEqual([{ role: 'admin' }])
  })

  it('invents a password where there is no terminal, and shows it once', async () => {
    const child = createAdmin(['--email', 'second@example.com'])
    expect(await child.ended).toBe(0)
    const password = /shown this once: (\S+)/.exec(child.output())?.[1] ?? ''
    const { error } = await (await clientOf(url)).auth.signInWithPassword({
      email: 'second@example.com',
      password,
    })
    expect(error).toBeNull()
  })
})

const connectTo = (port: number) =>
  new Promise<void>((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => done(void socket.destroy())).once('error', failed)
  })

describe('a server that is signalled to end', () => {
  it('finishes the request under way, takes no new one, stops PostgreSQL and ends with 0', async () => {
    const key = /sb_publishable_[\w-]+/.exec(await (await fetch(url)).text())?.[0] ?? ''
    const body = JSON.stringify(firstAdmin)
    const { port } = new URL(url)
    const answer = new Promise<{ status: number; body: string; connection: string | undefined }>(
      (done, failed) => {
        const sent = request(
          {
            port,
            host: '127.0.0.1',
            path: '/auth/v1/token?grant_type=password',
            method: 'POST',
            headers: {
              apikey: key,
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            },
          },
          async (response) => {
            let text = ''
            for await (const chunk of response) text += chunk
            done({ status: response.statusCode ?? 0, body: text, connection: response.headers.connection })
          },
        )
        sent.on('error', failed)
        sent.write(body.slice(0, 10), async () => {
          server.process.kill('SIGTERM')
          await server.says(/Stopping: finishing/)
          await vi.waitFor(() => expect(connectTo(Number(port))).rejects.toThrow('ECONNREFUSED'), within)
          sent.end(body.slice(10))
        })
      },
    )
    expect(await answer).toMatchObject({ status: 200, body: expect.stringContaining('access_token') })
    expect(await server.ended).toBe(0)
    expect(server.output()).toContain('Stopped.')
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })

  it('leaves its database in order: admin:create starts it for itself, and stops it again', async () => {
    const child = createAdmin(['--email', 'third@example.com', '--generate'])
    expect(await child.ended).toBe(0)
    expect(child.output()).toContain('third@example.com is an admin')
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })

  it('is back with its data, and shows no second first admin', async () => {
    await start()
    expect(server.output()).not.toContain('First admin')
    expect(server.output()).not.toContain('Adding demo rows')
    const { error } = await (await clientOf(url)).auth.signInWithPassword(firstAdmin)
    expect(error).toBeNull()
  })

  it('recovers by itself after it was killed with no chance to clean up', async () => {
    server.process.kill('SIGKILL')
    await server.ended
    await start()
    const { error } = await (await clientOf(url)).auth.signInWithPassword(firstAdmin)
    expect(error).toBeNull()
  })

  it('refuses in production the demo rows of an evaluation', async () => {
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    const production = startChild(serverScript, {
      PORT: '0',
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      SITE_URL: 'https://www.example.com',
      VAULT_MASTER_KEY: randomBytes(32).toString('base64'),
    })
    expect(await production.ended).toBe(1)
    expect(production.output()).toContain('✗ the database holds demo rows')
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })

  it('serves production without demo rows, mailbox or banner, and over TLS alone', async () => {
    dataDir = join(folder, 'production')
    server = startChild(serverScript, {
      PORT: '0',
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      SITE_URL: 'https://www.example.com',
      VAULT_MASTER_KEY: randomBytes(32).toString('base64'),
      ADMIN_EMAIL: 'boss@example.com',
      ADMIN_PASSWORD: 'Harvest-Boss-2026',
    })
    const ready = await server.says(
      /Ready at https:\/\/www\.example\.com, listening on (http:\/\/127\.0\.0\.1:\d+)/,
    )
    url = ready[1] ?? ''
    expect(server.output()).toContain('SMTP_URL is not set')
    expect(server.output()).not.toContain('First admin')
    const page = await fetch(url)
    expect(page.headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect(page.headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
    expect((await fetch(`${url}/dev/mailbox`)).status).toBe(404)
    const client = await clientOf(url)
    const { error } = await client.auth.signInWithPassword({
      email: 'boss@example.com',
      password: 'Harvest-Boss-2026',
    })
    expect(error).toBeNull()
    const { count } = await client.from('orders').select('*', { count: 'exact', head: true })
    expect(count).toBe(0)
  })
})

describe('the server of a developer, `npm run dev`', { timeout: 120_000 }, () => {
  it.runIf(process.env.TEST_LONG)(
    'starts again when a file of the server is saved, serves its pages again, and ends when it is signalled to',
    async () => {
      server.process.kill('SIGTERM')
      await server.ended
      server = startChild('server/dev.ts', { PORT: '0', DATA_DIR: join(folder, 'developer') })
      await server.says(/Ready at (\S+)/)
      // As an editor does that saves a file as it was.
      const now = new Date()
      await utimes(join(import.meta.dirname, '../../server/main.ts'), now, now)
      const [, address = ''] = await server.says(
        /A file of the server has changed: starting it again\.[\s\S]*Stopped\.[\s\S]*Ready at (\S+)/,
      )
      expect((await fetch(`${address}/healthz`)).status).toBe(200)
      expect(await (await fetch(`${address}/terms`)).text()).toContain('Terms and Conditions')
      server.process.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    },
  )
})
