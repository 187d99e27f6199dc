// Both services on one origin: what auth says about a person is what the tables believe.
import { serve } from '@hono/node-server'
import { createClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuthMail } from '#platform/auth/mail.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { silentLog } from '#platform/log.ts'
import { createPlatform, type Platform } from '#platform/platform.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { goodPassword, siteUrl } from './harness.ts'

const schema = `
  create table public.notes (
    id bigint generated always as identity primary key,
    user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
    text text not null
  );
  alter table public.notes enable row level security;
  grant select, insert (text) on public.notes to authenticated;
  create policy "people read their own notes" on public.notes for select to authenticated
    using (user_id = (select auth.uid()));
  create policy "people write their own notes" on public.notes for insert to authenticated
    with check (user_id = (select auth.uid()));
  create table public.salaries (amount_kobo bigint not null);
  insert into public.salaries values (25000000);
  alter table public.salaries enable row level security;
  grant select on public.salaries to authenticated;
  create policy "salaries are read with a second factor" on public.salaries for select to authenticated
    using ((select auth.jwt() ->> 'aal') = 'aal2');`

let test: TestDatabase
let database: Database
let platform: Platform
let server: ReturnType<typeof serve>
let url: string
const mails: AuthMail[] = []

beforeAll(async () => {
  test = await createTestDatabase({ migrations: false, sql: schema })
  database = await openDatabase({ url: test.url, secret: testSecret, log: silentLog })
  platform = await createPlatform({
    database,
    settings: { siteUrl, jwtSecret: testSecret, passwords: { memoryKib: 64, passes: 1 }, neutralAnswerMs: 0 },
    sendMail: async (_client, mail) => void mails.push(mail),
    log: silentLog,
  })
  url = await new Promise((resolve) => {
    server = serve({ fetch: platform.app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
  })
})

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await platform.close()
  await database.close()
  await test.drop()
})

const newClient = (key = platform.keys.publishableKey) =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })

describe('a person who signed up, confirmed and signed in', () => {
  it('writes and reads only what is theirs', async () => {
    const ada = newClient()
    await ada.auth.signUp({ email: 'ada@example.com', password: goodPassword })
    await ada.auth.verifyOtp({ email: 'ada@example.com', token: mails.at(-1)?.code ?? '', type: 'signup' })
    await platform.createUser({ email: 'eve@example.com', password: goodPassword })
    const eve = newClient()
    await eve.auth.signInWithPassword({ email: 'eve@example.com', password: goodPassword })

    expect((await ada.from('notes').insert({ text: 'mine' })).error).toBeNull()
    expect((await ada.from('notes').select('text')).data).toEqual([{ text: 'mine' }])
    expect((await eve.from('notes').select('text')).data).toEqual([])
    const forged = await eve
      .from('notes')
      .insert({ text: 'x', user_id: '00000000-0000-0000-0000-000000000001' })
    expect(forged.error?.code).toBe('42501')
    expect((await newClient().from('notes').select('text')).status).toBe(401)
    expect((await newClient(platform.keys.secretKey).from('notes').select('text')).data).toHaveLength(1)
  })

  it('finds the tables closed under a made-up key or token', async () => {
    expect((await newClient('sb_publishable_wrong').from('notes').select()).status).toBe(401)
    const response = await fetch(`${url}/rest/v1/notes`, {
      headers: { apikey: platform.keys.publishableKey, authorization: 'Bearer a.b.c' },
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'PGRST301' })
  })
})

describe('a table that demands a second factor', () => {
  it('is empty for the password alone, and open after the code of an app', async () => {
    await platform.createUser({ email: 'payroll@example.com', password: goodPassword })
    const client = newClient()
    await client.auth.signInWithPassword({ email: 'payroll@example.com', password: goodPassword })
    const salaries = async () => (await client.from('salaries').select('amount_kobo')).data
    expect(await salaries()).toEqual([])
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    const code = TOTP.generate({ secret: Secret.fromBase32(data?.totp.secret ?? '') })
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    expect(error).toBeNull()
    expect(await salaries()).toEqual([{ amount_kobo: 25000000 }])
    await client.auth.refreshSession()
    expect(await salaries()).toHaveLength(1)
    await client.auth.mfa.unenroll({ factorId: data?.id ?? '' })
    await client.auth.refreshSession()
    expect(await salaries()).toEqual([])
  })
})

describe('a page of another origin', () => {
  it.each(['/auth/v1/token?grant_type=password', '/rest/v1/notes'])('may call %s', async (path) => {
    const preflight = await fetch(`${url}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,authorization,content-type,x-client-info',
      },
    })
    expect(preflight.ok).toBe(true)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('apikey')
    const refused = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { origin: 'https://app.example.com' },
    })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('an account made on the command line', () => {
  it('may sign in at once, and is made once', async () => {
    const first = await platform.createUser({ email: 'Admin@example.com', password: goodPassword })
    const again = await platform.createUser({ email: 'admin@example.com', password: 'Another1password' })
    expect(first.created).toBe(true)
    expect(again).toEqual({ id: first.id, created: false })
    const { error } = await newClient().auth.signInWithPassword({
      email: 'admin@example.com',
      password: goodPassword,
    })
    expect(error).toBeNull()
  })

  it('does not store the password of a stranger who had signed up with that address', async () => {
    await newClient().auth.signUp({ email: 'boss@example.com', password: 'Stranger1password' })
    const { created } = await platform.createUser({ email: 'boss@example.com', password: goodPassword })
    expect(created).toBe(true)
    const signIn = (password: string) =>
      newClient().auth.signInWithPassword({ email: 'boss@example.com', password })
    expect((await signIn('Stranger1password')).error?.code).toBe('invalid_credentials')
    expect((await signIn(goodPassword)).error).toBeNull()
    const { error } = await newClient().auth.verifyOtp({
      email: 'boss@example.com',
      token: mails.at(-1)?.code ?? '',
      type: 'signup',
    })
    expect(error?.code).toBe('otp_expired')
  })

  it('needs a good password and an address', async () => {
    await expect(platform.createUser({ email: 'weak@example.com', password: 'weak' })).rejects.toThrow(
      'Password',
    )
    await expect(platform.createUser({ email: 'nobody', password: goodPassword })).rejects.toThrow('email')
    await asOwner(test.url, async (client) => {
      const { rows } = await client.query(
        `select 1 from auth.users where email in ('weak@example.com', 'nobody')`,
      )
      expect(rows).toEqual([])
    })
  })
})

describe('what rest offers beyond upstream’s defaults', () => {
  const call = async (app: Platform['app'], path: string, headers: Record<string, string> = {}) => {
    const response = await app.request(`http://app.test/rest/v1${path}`, {
      headers: { apikey: platform.keys.secretKey, ...headers },
    })
    return {
      status: response.status,
      body: (await response.json()) as { code?: string }[] & { code?: string },
    }
  }

  it('is off unless it is configured, and then on', async () => {
    const refused = await call(platform.app, '/salaries?select=amount_kobo.sum()')
    expect([refused.status, refused.body.code]).toEqual([400, 'PGRST123'])
    const generous = await createPlatform({
      database,
      settings: { siteUrl, jwtSecret: testSecret, passwords: { memoryKib: 64, passes: 1 } },
      sendMail: async () => {},
      log: silentLog,
      rest: { aggregates: true, openApi: false },
    })
    try {
      expect(await call(generous.app, '/salaries?select=amount_kobo.sum()')).toEqual({
        status: 200,
        body: [{ sum: 25000000 }],
      })
      expect((await call(generous.app, '/')).status).toBe(404)
      expect((await call(platform.app, '/')).status).toBe(200)
    } finally {
      await generous.close()
    }
  })
})
