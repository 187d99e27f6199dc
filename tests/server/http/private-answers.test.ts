// What the application tells one person is kept by no cache, and tells nothing of rows that this person may not see.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { vaultPaths } from '#domain/vault.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork, type Person, startHouse, type TestHouse } from '#tests/harness/house.ts'

let house: TestHouse
let member: Person
let admin: Person

beforeAll(async () => {
  house = await startHouse()
  member = await house.newPerson()
  admin = await house.newAdmin()
  await asOwner(house.databaseUrl, async (client) => {
    await client.query(`insert into storage.buckets (id, name, public) values ('shown', 'shown', true)`)
    // Of people who are nobody's business: the planner's histogram knows of them.
    await client.query(
      `insert into public.registration_drafts (user_id, form)
       select id, form from public.profiles,
         unnest(array['farmer', 'training', 'buyer_individual', 'buyer_corporate']) form where id <> $1`,
      [member.id],
    )
    await client.query('analyze public.registration_drafts')
  })
})
afterAll(() => house.stop())

async function tokenOf({ client }: Person): Promise<string> {
  return mustWork(await client.auth.getSession()).session?.access_token ?? ''
}

async function ask(path: string, who?: Person | 'service', init: RequestInit = {}): Promise<Response> {
  const { publishableKey, secretKey } = house.keys
  const token = who === 'service' ? secretKey : who && (await tokenOf(who))
  return fetch(new URL(path, house.url), {
    ...init,
    headers: {
      apikey: who === 'service' ? secretKey : publishableKey,
      ...(token && { authorization: `Bearer ${token}` }),
      ...init.headers,
    },
  })
}

const keptBy = async (response: Promise<Response>) => {
  const { status, headers } = await response
  return [status, headers.get('cache-control')]
}
const unkept = 'private, no-store'

describe('no cache keeps', () => {
  it('what rest tells somebody who signed in, or a server; what it tells everybody says nothing, as before', async () => {
    const orders = '/rest/v1/orders?select=id'
    expect(await keptBy(ask(orders, member))).toEqual([200, unkept])
    expect(await keptBy(ask(orders, 'service'))).toEqual([200, unkept])
    expect(await keptBy(ask('/rest/v1/orders?select=none_such', member))).toEqual([400, unkept])
    expect(await keptBy(ask(orders, member, { method: 'HEAD' }))).toEqual([200, unkept])
    const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    expect((await keptBy(ask('/rest/v1/rpc/none_such', member, call)))[1]).toBe(unkept)
    expect(await keptBy(ask('/rest/v1/products?select=id'))).toEqual([200, null])
  })

  it('an object of a bucket that is not public, however it is reached', async () => {
    const storage = house.newClient(house.keys.secretKey).storage
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const upload = async (bucket: string) => {
      const path = `${randomUUID()}.png`
      const given = { contentType: 'image/png', cacheControl: '3600' }
      mustWork(await storage.from(bucket).upload(path, picture, given))
      const { signedUrl } = mustWork(await storage.from(bucket).createSignedUrl(path, 60))
      return { path, signed: signedUrl.slice(signedUrl.indexOf('/storage/v1')) }
    }
    const hidden = await upload('selfies')
    const shown = await upload('shown')
    const object = (bucket: string, path: string) => `/storage/v1/object/authenticated/${bucket}/${path}`
    expect(await keptBy(ask(hidden.signed))).toEqual([200, unkept])
    expect(await keptBy(ask(object('selfies', hidden.path), 'service'))).toEqual([200, unkept])
    expect(
      await keptBy(ask(`/storage/v1/render/image/authenticated/selfies/${hidden.path}`, 'service')),
    ).toEqual([200, unkept])
    const tag = (await ask(hidden.signed)).headers.get('etag') ?? ''
    expect(await keptBy(ask(hidden.signed, undefined, { headers: { 'if-none-match': tag } }))).toEqual([
      304,
      unkept,
    ])
    expect(await keptBy(ask(`/storage/v1/object/info/selfies/${hidden.path}`, 'service'))).toEqual([
      200,
      unkept,
    ])
    expect(await keptBy(ask('/storage/v1/bucket', 'service'))).toEqual([200, unkept])
    // What everybody may see keeps what it was stored with.
    const open = `/storage/v1/object/public/shown/${shown.path}`
    expect(await keptBy(ask(open))).toEqual([200, 'max-age=3600'])
    expect(await keptBy(ask(object('shown', shown.path), member))).toEqual([200, 'max-age=3600'])
    expect((await ask(shown.signed)).headers.get('expires')).toMatch(/GMT$/)
  })

  it('what our own addresses answer, refusals too', async () => {
    expect(await keptBy(ask(vaultPaths.export, member))).toEqual([200, unkept])
    for (const path of ['/registrations/proof', '/market/proof', '/registrations/none', '/market/none'])
      expect((await keptBy(ask(path, member)))[1], path).toBe(unkept)
    for (const path of [
      '/account/delete',
      '/desk/export',
      `/documents/${randomUUID()}`,
      '/market/orders',
      '/registrations/intake',
      '/vault/reveal',
      '/forms/contact',
      '/track/status',
    ]) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
      expect((await keptBy(ask(path, member, init)))[1], path).toBe(unkept)
    }
  })
})

describe('a member is told nothing of rows that are hidden', () => {
  it.each(['exact', 'planned', 'estimated'] as const)('by a count that is %s', async (count) => {
    const { client } = member
    const drafts = client.from('registration_drafts').select('form', { count, head: true })
    expect(await drafts).toMatchObject({ error: null, count: 0 })
  })

  it('by a refusal of what a function wrote as its owner', async () => {
    const refusal = await ask('/rest/v1/rpc/save_draft', admin, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: null, title: 'x', changes: [{ secret: 'of the row' }] }),
    })
    const text = await refusal.text()
    expect(JSON.parse(text)).toMatchObject({ code: '23514', details: null })
    expect(text).not.toMatch(/Failing row|of the row/)
  })
})
