// What the application answers to one person is stored by no cache, and reveals no rows that this person may not see.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { vaultPaths } from '#domain/vault.ts'
import { type Person, startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'

const app = await startApp()
const member = await app.newPerson()
const admin = await app.newAdmin()
await asOwner(app.databaseUrl, async (client) => {
  await client.query(`insert into storage.buckets (id, name, public) values ('shown', 'shown', true)`)
  // Rows of people who are nobody's business: the planner's histogram knows of them.
  await client.query(
    `insert into public.registration_drafts (user_id, form)
     select id, form from public.profiles,
       unnest(array['farmer', 'training', 'buyer_individual', 'buyer_corporate']) form where id <> $1`,
    [member.id],
  )
  await client.query('analyze public.registration_drafts')
})
afterAll(() => app.stop())

async function tokenOf({ client }: Person): Promise<string> {
  return mustWork(await client.auth.getSession()).session?.access_token ?? ''
}

async function request(path: string, who?: Person | 'service', init: RequestInit = {}): Promise<Response> {
  const { publishableKey, secretKey } = app.keys
  const token = who === 'service' ? secretKey : who && (await tokenOf(who))
  return fetch(new URL(path, app.url), {
    ...init,
    headers: {
      apikey: who === 'service' ? secretKey : publishableKey,
      ...(token && { authorization: `Bearer ${token}` }),
      ...init.headers,
    },
  })
}

const cachedBy = async (response: Promise<Response>) => {
  const { status, headers } = await response
  return [status, headers.get('cache-control')]
}
const unkept = 'private, no-store'

describe('no cache stores', () => {
  it('what rest answers to a signed-in user, or a server; what it answers to everybody has no such header, as before', async () => {
    const orders = '/rest/v1/orders?select=id'
    expect(await cachedBy(request(orders, member))).toEqual([200, unkept])
    expect(await cachedBy(request(orders, 'service'))).toEqual([200, unkept])
    expect(await cachedBy(request('/rest/v1/orders?select=none_such', member))).toEqual([400, unkept])
    expect(await cachedBy(request(orders, member, { method: 'HEAD' }))).toEqual([200, unkept])
    const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    expect((await cachedBy(request('/rest/v1/rpc/none_such', member, call)))[1]).toBe(unkept)
    expect(await cachedBy(request('/rest/v1/products?select=id'))).toEqual([200, null])
  })

  it('an object of a bucket that is not public, however it is reached', async () => {
    const storage = app.newClient(app.keys.secretKey).storage
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const upload = async (bucket: string) => {
      const path = `${randomUUID()}.png`
      const input = { contentType: 'image/png', cacheControl: '3600' }
      mustWork(await storage.from(bucket).upload(path, picture, input))
      const { signedUrl } = mustWork(await storage.from(bucket).createSignedUrl(path, 60))
      return { path, signed: signedUrl.slice(signedUrl.indexOf('/storage/v1')) }
    }
    const hidden = await upload('selfies')
    const shown = await upload('shown')
    const object = (bucket: string, path: string) => `/storage/v1/object/authenticated/${bucket}/${path}`
    expect(await cachedBy(request(hidden.signed))).toEqual([200, unkept])
    expect(await cachedBy(request(object('selfies', hidden.path), 'service'))).toEqual([200, unkept])
    expect(
      await cachedBy(request(`/storage/v1/render/image/authenticated/selfies/${hidden.path}`, 'service')),
    ).toEqual([200, unkept])
    const tag = (await request(hidden.signed)).headers.get('etag') ?? ''
    expect(await cachedBy(request(hidden.signed, undefined, { headers: { 'if-none-match': tag } }))).toEqual([
      304,
      unkept,
    ])
    expect(await cachedBy(request(`/storage/v1/object/info/selfies/${hidden.path}`, 'service'))).toEqual([
      200,
      unkept,
    ])
    expect(await cachedBy(request('/storage/v1/bucket', 'service'))).toEqual([200, unkept])
    // What everybody may see has the header that it was stored with.
    const open = `/storage/v1/object/public/shown/${shown.path}`
    expect(await cachedBy(request(open))).toEqual([200, 'max-age=3600'])
    expect(await cachedBy(request(object('shown', shown.path), member))).toEqual([200, 'max-age=3600'])
    expect((await request(shown.signed)).headers.get('expires')).toMatch(/GMT$/)
  })

  it('what our own addresses answer, refusals too', async () => {
    expect(await cachedBy(request(vaultPaths.export, member))).toEqual([200, unkept])
    for (const path of ['/registrations/proof', '/market/proof', '/registrations/none', '/market/none'])
      expect((await cachedBy(request(path, member)))[1], path).toBe(unkept)
    for (const path of [
      '/account/delete',
      '/admin/export',
      `/documents/${randomUUID()}`,
      '/market/orders',
      '/registrations/intake',
      '/vault/reveal',
      '/forms/contact',
    ]) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
      expect((await cachedBy(request(path, member, init)))[1], path).toBe(unkept)
    }
    // Back shows its answer again, which no other cache has.
    expect((await cachedBy(request('/track/status', member, { method: 'POST' })))[1]).toBe(
      'private, no-cache',
    )
  })
})

describe('a member learns nothing of rows that are hidden', () => {
  it.each(['exact', 'planned', 'estimated'] as const)('by a count that is %s', async (count) => {
    const { client } = member
    const drafts = client.from('registration_drafts').select('form', { count, head: true })
    expect(await drafts).toMatchObject({ error: null, count: 0 })
  })

  it('by a refusal of what a function wrote as its owner', async () => {
    const refusal = await request('/rest/v1/rpc/save_draft', admin, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: null, title: 'x', changes: [{ secret: 'of the row' }] }),
    })
    const text = await refusal.text()
    expect(JSON.parse(text)).toMatchObject({ code: '23514', details: null })
    expect(text).not.toMatch(/Failing row|of the row/)
  })
})
