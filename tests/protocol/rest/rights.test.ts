// Who may do what holds in the database, whatever the request: row level security, grants, time limits, tokens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ada, bola, type RestService, serviceKey, startRestService } from './rest-service.ts'

let rest: RestService
beforeAll(async () => {
  rest = await startRestService()
})
afterAll(() => rest.stop())

describe('row level security', () => {
  const bodies = async (client: RestService['anon']) =>
    (await client.from('notes').select('body').order('id')).data?.map(({ body }) => body)

  test('each sees their own rows and what is public', async () => {
    expect(await bodies(rest.anon)).toEqual(['for all'])
    expect(await bodies(await rest.as(ada))).toEqual(['for all', 'for Ada'])
    expect(await bodies(await rest.as(bola))).toEqual(['for all', 'for Bola'])
    expect(await bodies(rest.service)).toEqual(['for all', 'for Ada', 'for Bola'])
  })

  test('counts do not tell of rows that are hidden', async () => {
    for (const count of ['exact', 'estimated'] as const) {
      expect((await rest.anon.from('notes').select('id', { count, head: true })).count).toBe(1)
    }
  })

  test('a row in another person’s name is refused', async () => {
    const client = await rest.as(ada)
    expect((await client.from('notes').insert({ id: 10, body: 'mine' })).error).toBeNull()
    await rest.sql('update notes set author_id = $1 where id = 10', [bola])
    const { error, status } = await client.from('notes').update({ body: 'stolen' }).eq('id', 10).select('id')
    // Not an error but no row: as if it were not there.
    expect({ error, status }).toMatchObject({ error: null, status: 200 })
    expect(await rest.sql('select body from notes where id = 10')).toEqual([{ body: 'mine' }])
    await rest.sql('delete from notes where id = 10')
  })
})

describe('grants', () => {
  test('what anonymous callers may not do asks them to sign in', async () => {
    const write = await rest.anon.from('places').insert({ id: 50, name: 'x' })
    expect({ status: write.status, error: write.error }).toEqual({
      status: 401,
      error: {
        code: '42501',
        message: 'permission denied for table places',
        details: null,
        hint: null,
      },
    })
    expect((await rest.anon.rpc('do_nothing')).status).toBe(401)
    const response = await rest.fetch('/letters')
    expect({ status: response.status, challenge: response.headers.get('www-authenticate') }).toEqual({
      status: 401,
      challenge: 'Bearer',
    })
  })

  test('what others may not do is forbidden', async () => {
    const client = await rest.as(ada)
    const { error, status } = await client.from('notes').delete().eq('id', 1)
    expect({ status, code: error?.code }).toEqual({ status: 403, code: '42501' })
  })

  test('a column that is not granted can be neither read, filtered, ordered by, written nor sent back', async () => {
    const client = await rest.as(ada)
    const attempts = [
      rest.anon.from('notes').select('secret'),
      rest.anon.from('notes').select('*'),
      rest.anon.from('notes').select('*', { head: true, count: 'exact' }),
      rest.anon.from('notes').select('id').eq('secret', 'hidden'),
      rest.anon.from('notes').select('id').order('secret'),
      client.from('notes').insert({ id: 11, body: 'x', secret: 'mine' }),
      client.from('notes').update({ secret: 'mine' }).eq('id', 2),
      client.from('notes').update({ body: 'x' }).eq('id', 2).select('secret'),
      client.from('notes').update({ body: 'x' }).eq('id', 2).select(),
    ]
    for (const { error } of await Promise.all(attempts)) expect(error?.code ?? '42501').toBe('42501')
    for (const { status } of await Promise.all(attempts)) expect([401, 403]).toContain(status)
    expect(await rest.sql('select body, secret from notes where id = 2')).toEqual([
      { body: 'for Ada', secret: 'hidden' },
    ])
  })
})

describe('the caller in the database', () => {
  test('is the role, the claims and the request', async () => {
    const { data } = await (await rest.as(ada)).rpc('whoami')
    expect(data).toMatchObject({ role: 'authenticated', uid: ada, method: 'POST', path: '/rpc/whoami' })
    const response = await rest.fetch('/rpc/whoami', { headers: { 'x-test-header': 'a "quoted" value' } })
    expect(await response.json()).toEqual({
      role: 'anon',
      uid: null,
      method: 'GET',
      path: '/rpc/whoami',
      agent: 'a "quoted" value',
    })
  })

  test('is nobody else’s afterwards: concurrent callers never mix', async () => {
    const clients = [await rest.as(ada), await rest.as(bola), rest.anon]
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => (clients[i % 3] as RestService['anon']).rpc('whoami')),
    )
    answers.forEach(({ data }, i) => {
      expect(data.uid).toBe([ada, bola, null][i % 3])
    })
  })
})

describe('time', () => {
  test('an anonymous statement ends after three seconds, with upstream’s status', async () => {
    const started = performance.now()
    const { error, status } = await rest.anon.rpc('sleep_for', { seconds: 10 })
    expect({ status, error }).toMatchObject({
      status: 500,
      error: { code: '57014', message: 'canceling statement due to statement timeout' },
    })
    expect(performance.now() - started).toBeGreaterThan(2_900)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

describe('keys and tokens', () => {
  test('a request without a key is told so', async () => {
    const response = await rest.fetch('/farms', { key: '' })
    expect({
      status: response.status,
      challenge: response.headers.get('www-authenticate'),
      body: await response.json(),
    }).toEqual({
      status: 401,
      challenge: 'Bearer',
      body: { code: 'PGRST302', message: 'No API key found in request', details: null, hint: null },
    })
  })

  test('a token that does not hold is refused before anything else is looked at', async () => {
    const response = await rest.fetch('/no_such_table', { headers: { authorization: 'Bearer a.b.c' } })
    expect({
      status: response.status,
      challenge: response.headers.get('www-authenticate'),
      body: await response.json(),
    }).toMatchObject({
      status: 401,
      challenge: `Bearer error="invalid_token", error_description="JWT couldn't be decoded"`,
      body: { code: 'PGRST301' },
    })
  })

  test('the secret key is the service', async () => {
    const response = await rest.fetch('/rpc/whoami', { key: serviceKey })
    expect(await response.json()).toMatchObject({ role: 'service_role' })
  })
})
