// Sessions of the application: a token opens nothing once its session has ended, and a password alone is no staff.
import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accountDeletionPath } from '#domain/account/account-deletion.ts'
import { adminPaths } from '#domain/admin/admin.ts'
import { documentPaths } from '#domain/market/documents.ts'
import { vaultPaths } from '#domain/vault.ts'
import { createTokens } from '#platform/auth/tokens.ts'
import { completeSettings } from '#platform/settings.ts'
import { type Client, type Person, startApp, type TestApp, testAdmin } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'

let app: TestApp
/** Another server process over the same database. */
let beside: TestApp
/** At aal2. */
let admin: Person
beforeAll(async () => {
  app = await startApp({ FORM_LIMITS_FACTOR: '1000' })
  beside = await startApp({}, app.databaseUrl)
  admin = await app.newAdmin()
  await addSecondFactor(admin)
})
afterAll(async () => {
  await beside.stop()
  await app.stop()
})

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  asOwner(app.databaseUrl, async (client) => (await client.query<Row>(text, values)).rows)
const tokenOf = async ({ client }: Pick<Person, 'client'>) =>
  mustWork(await client.auth.getSession()).session?.access_token ?? ''

/** Each path that takes a user's token, by the part of the server that it leads to; what a stranger is answered there. */
const paths: Record<string, [method: string, path: string, body?: object]> = {
  'rest, reading': ['GET', '/rest/v1/profiles?select=id'],
  'rest, calling': ['POST', '/rest/v1/rpc/list_my_sessions', {}],
  storage: ['POST', '/storage/v1/object/list/documents', { prefix: '' }],
  realtime: ['POST', '/realtime/v1/api/broadcast', { messages: [{ topic: 't', event: 'e', payload: {} }] }],
  auth: ['GET', '/auth/v1/user'],
  'account, the export': ['GET', vaultPaths.export],
  'account, its deletion': ['POST', accountDeletionPath, { confirmation: 'x', code: 'x' }],
  market: ['POST', `/market/orders/${randomUUID()}/withdraw`, {}],
  'market, photos': ['POST', '/market/product-photos', {}],
  documents: ['GET', documentPaths.list],
  'registrations, photos': ['POST', '/registrations/photos', {}],
  registrations: ['POST', `/registrations/farmers/${randomUUID()}/link`, { reason: 'The link was lost' }],
  'vault, reveals': [
    'POST',
    vaultPaths.reveal,
    { recordType: 'farmers', recordId: randomUUID(), field: 'bvn', reason: 'To check the number' },
  ],
  'desk, looks': [
    'POST',
    adminPaths.access,
    { recordType: 'farmers', recordId: randomUUID(), what: 'photo' },
  ],
  'desk, exports': ['GET', adminPaths.exportProgress],
}

async function show(token: string, name: string, url = app.url) {
  const [method, path, body] = paths[name] as (typeof paths)[string]
  const response = await fetch(url + path, {
    method,
    headers: {
      apikey: app.keys.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

const isRefused = ({ status, text }: { status: number; text: string }) =>
  status === 401 || /session has ended|session_not_found|user_banned|user_not_found/.test(text)

/** The paths where the token is still taken. */
async function findOpen(token: string, url?: string): Promise<string[]> {
  const names = Object.keys(paths)
  const answers = await Promise.all(names.map((name) => show(token, name, url)))
  return names.filter((_name, at) => !isRefused(answers[at] as (typeof answers)[number]))
}

/** On another device, by the password alone. */
async function signInAgain(
  { email, password }: Pick<Person, 'email' | 'password'>,
  at = app,
): Promise<Client> {
  const client = at.newClient()
  mustWork(await client.auth.signInWithPassword({ email, password }))
  return client
}

// Not by a mail: either process may have it in its mailbox.
async function newPerson(role?: 'reviewer'): Promise<Person> {
  const input = { email: `${randomUUID()}@example.com`, password: 'Harvest-2026' }
  const service = app.newClient(app.keys.secretKey)
  const { user } = mustWork(await service.auth.admin.createUser({ ...input, email_confirm: true }))
  const person = { ...input, id: user.id, client: await signInAgain(input) }
  if (!role) return person
  await sql('insert into public.user_roles (user_id, role) values ($1, $2)', [user.id, role])
  await addSecondFactor(person)
  return person
}

/** How a session ends, by its owner or by someone else. */
const ends: Record<string, (person: Person, other: Client) => Promise<{ error: unknown }>> = {
  'a member signed out everywhere': ({ client }) => client.auth.signOut({ scope: 'global' }),
  'staff signed out everywhere': ({ client }) => client.auth.signOut({ scope: 'global' }),
  'a member chose a new password on another device': ({ password }, other) =>
    other.auth.updateUser({ password: 'Entirely-5-different', current_password: password }),
  'a member ended it in the list of their sessions': async ({ client }, other) => {
    const id = String(decodeJwt(await tokenOf({ client })).session_id)
    return other.rpc('end_my_session', { session_id: id })
  },
  'an admin deactivated staff': async ({ id }) =>
    await admin.client.rpc('deactivate_staff', { user_id: id, reason: 'Has left us' }),
  'the account was banned': ({ id }) =>
    app.newClient(app.keys.secretKey).auth.admin.updateUserById(id, { ban_duration: '24h' }),
}

describe('an ended session', () => {
  it('is taken on no path, by no process, within five seconds', async () => {
    const tokens: Record<string, string> = {}
    for (const [how, end] of Object.entries(ends)) {
      const person = await newPerson(how.includes('staff') ? 'reviewer' : undefined)
      const token = await tokenOf(person)
      // Both processes have it in their memory now.
      expect(await findOpen(token), how).toEqual(Object.keys(paths))
      await show(token, 'rest, reading', beside.url)
      expect((await end(person, await signInAgain(person))).error, how).toBeNull()
      tokens[how] = token
    }
    const isOpen = async (token: string, url?: string) => !isRefused(await show(token, 'rest, reading', url))
    // One path is requested again and again, all of them once: more would meet the limits on requests.
    await vi.waitFor(
      async () => {
        for (const [how, token] of Object.entries(tokens)) {
          expect(await isOpen(token), how).toBe(false)
          expect(await isOpen(token, beside.url), `${how}, at the other process`).toBe(false)
        }
      },
      { timeout: 5_000, interval: 50 },
    )
    for (const [how, token] of Object.entries(tokens)) {
      expect(await findOpen(token), how).toEqual([])
      expect(await findOpen(token, beside.url), `${how}, at the other process`).toEqual([])
    }
  })
})

describe('a token', () => {
  it('that names no session is taken on no path', async () => {
    const person = await newPerson()
    const claims = decodeJwt(await tokenOf(person))
    const tokens = await createTokens(
      completeSettings({ siteUrl: app.siteUrl, jwtSecret: testSecret }),
      () => new Date(),
    )
    expect(await findOpen(await tokens.sign(claims))).toEqual(Object.keys(paths))
    expect(await findOpen(await tokens.sign({ ...claims, session_id: undefined }))).toEqual([])
  })

  it('of before the second factor is taken on no path after it', async () => {
    const person = await newPerson()
    const before = await tokenOf(person)
    expect(await findOpen(before)).toEqual(Object.keys(paths))
    await addSecondFactor(person)
    expect(await findOpen(before)).toEqual([])
    expect(await findOpen(await tokenOf(person))).toEqual(Object.keys(paths))
  })
})

describe('where a second factor is demanded, the password of staff alone', () => {
  let weak: Client
  let productId: string
  let farmerId: string
  beforeAll(async () => {
    // As production says at its start.
    await sql(`select private.set_app_setting('staff_second_factor', 'demanded')`)
    weak = await signInAgain(testAdmin)
    const [farmer] = await sql<{ id: string }>(
      `insert into public.farmers (farm_name, contact_name, contact_email, phone, location, state, crops_grown)
       values ('Farm', 'Ada Obi', 'ada@example.com', '+2348031234567', 'Keffi', 'Nasarawa', '{Rice}') returning id`,
    )
    farmerId = farmer?.id ?? ''
    const [product] = await sql<{ id: string }>(
      `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
       values ('Rice', 'Grains', 'Keffi Rice', 'Keffi', 50, 'kg', 6000000, 'published') returning id`,
    )
    productId = product?.id ?? ''
  })
  afterAll(() => sql(`select private.set_app_setting('staff_second_factor', 'offered')`))

  it('reads no list, and a session that has shown the factor reads it', async () => {
    const read = (client: Client) => client.from('farmers').select('contact_name').eq('id', farmerId)
    expect(mustWork(await read(weak))).toEqual([])
    expect(mustWork(await read(admin.client))).toHaveLength(1)
  })

  it('decides nothing, changes no price, reads no mail, and makes no place for a photo', async () => {
    const decided = await weak
      .from('farmers')
      .update({ status: 'declined' })
      .eq('id', farmerId)
      .select('status')
    expect(decided.data ?? []).toEqual([])
    const priced = await weak.from('products').update({ price_kobo: 100 }).eq('id', productId).select('id')
    expect(priced.data ?? []).toEqual([])
    expect(await sql('select status from public.farmers where id = $1', [farmerId])).toEqual([
      { status: 'pending' },
    ])
    expect(await sql('select price_kobo from public.products where id = $1', [productId])).toEqual([
      { price_kobo: '6000000' },
    ])
    expect((await weak.rpc('list_mails')).error).toMatchObject({ code: '42501' })
    expect((await admin.client.rpc('list_mails')).error).toBeNull()
    const { access_token: token = '' } = (await weak.auth.getSession()).data.session ?? {}
    expect((await show(token, 'market, photos')).status).toBe(403)
    expect((await show(await tokenOf(admin), 'market, photos')).status).toBe(200)
  })

  it('hears nothing on the channel of the desk', async () => {
    const join = async (client: Client) => {
      // As the site does: the library stores the token of before the second factor.
      await client.realtime.setAuth()
      return new Promise<string>((done) => {
        const channel = client.channel('desk', { config: { private: true } })
        channel.subscribe((status, error) => done(error?.message ?? status))
      })
    }
    try {
      expect(await join(weak)).toContain('Unauthorized')
      expect(await join(admin.client)).toBe('SUBSCRIBED')
    } finally {
      await weak.realtime.disconnect()
      await admin.client.realtime.disconnect()
    }
  })

  it('is shown by my_permissions as what is missing', async () => {
    expect(mustWork(await weak.rpc('my_permissions'))).toMatchObject({
      role: 'admin',
      permissions: [],
      mustAddSecondFactor: false,
      mustShowSecondFactor: true,
    })
    const mine = mustWork(await admin.client.rpc('my_permissions')) as { permissions: string[] }
    expect(mine).toMatchObject({ isStrong: true, mustShowSecondFactor: false })
    expect(mine.permissions).toContain('farmers.read')
  })
})
