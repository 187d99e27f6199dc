// Who may do what holds in the database, whatever the request: row level security, grants, time limits, tokens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ada, bola, type RestService, serviceKey, startRestService } from './rest-service.ts'

let rest: RestService
/** As the application has it: stricter than upstream. */
let strict: RestService
beforeAll(async () => {
  const sql = `
    create table ledger (year int, place_id int references places (id), entry text, check (entry <> 'wrong'))
      partition by list (year);
    create table ledger_2026 partition of ledger for values in (2026);
    alter table ledger enable row level security;
    create function ledger_rows() returns setof ledger_2026 stable language sql as 'select * from ledger_2026';
    create function place_rows(place places) returns setof ledger_2026 stable security definer language sql
      as 'select * from ledger_2026';
    create function write_ledger(entry text) returns void security definer language plpgsql as $$ begin
      if entry = 'raised' then raise exception 'no' using errcode = '23514', detail = 'said by the function'; end if;
      insert into ledger values (2026, null, entry);
    end $$;
    create function keep_an_hour() returns text stable language plpgsql as $$ begin
      perform set_config('response.headers', '[{"Cache-Control": "max-age=3600"}]', true);
      return 'kept';
    end $$;
    create table crowd (id int, mine boolean);
    alter table crowd enable row level security;
    create policy "the own ones" on crowd for select to anon using (mine = (select true));
    grant select on crowd to anon;
    insert into crowd select i, i <= 7 from generate_series(1, 5000) i;
    analyze crowd;
    grant execute on function write_ledger, ledger_rows, place_rows, keep_an_hour to anon, service_role;
    grant all on ledger, ledger_2026 to anon, service_role;
    insert into ledger values (2026, 1, 'secret');
  `
  ;[rest, strict] = await Promise.all([
    startRestService({ sql, maxRows: 100 }),
    startRestService({ sql, maxRows: 100, countsUpTo: 5, concealRows: true, privateAnswers: true }),
  ])
})
afterAll(() => Promise.all([rest.stop(), strict.stop()]))

describe('row level security', () => {
  const bodies = async (client: RestService['anon']) =>
    (await client.from('notes').select('body').order('id')).data?.map(({ body }) => body)

  test('each sees their own rows and what is public', async () => {
    expect(await bodies(rest.anon)).toEqual(['for all'])
    expect(await bodies(await rest.as(ada))).toEqual(['for all', 'for Ada'])
    expect(await bodies(await rest.as(bola))).toEqual(['for all', 'for Bola'])
    expect(await bodies(rest.service)).toEqual(['for all', 'for Ada', 'for Bola'])
  })

  test('counts do not reveal rows that are hidden', async () => {
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

describe('a cache is instructed', () => {
  const reported = async (service: RestService, path: string, key?: string) =>
    (await service.fetch(path, { ...(key && { key }) })).headers.get('cache-control')

  test('to keep nothing for anyone who is more than anon; upstream says nothing of it', async () => {
    for (const path of ['/notes', '/none_such']) {
      expect(await reported(strict, path, serviceKey)).toBe('private, no-store')
      expect(await reported(strict, path)).toBeNull()
      expect(await reported(rest, path, serviceKey)).toBeNull()
    }
  })

  test('what a function says itself', async () => {
    expect(await reported(strict, '/rpc/keep_an_hour', serviceKey)).toBe('max-age=3600')
  })
})

describe('a partition is no endpoint of its own', () => {
  const modes = () => [rest, strict]
  const unknown = { status: 404, code: 'PGRST205' }
  const answerOf = async (response: Response) => ({
    status: response.status,
    code: ((await response.json()) as { code?: string }).code,
  })

  test('for reads and writes, whatever its own grants', async () => {
    for (const service of modes()) {
      expect(await (await service.fetch('/ledger')).json()).toEqual([])
      const json = { 'content-type': 'application/json' }
      const body = '{"year":2026,"entry":"x"}'
      const requests: [string, RequestInit][] = [
        ['/ledger_2026', {}],
        ['/ledger_2026', { method: 'POST', headers: json, body }],
        ['/ledger_2026?year=eq.2026', { method: 'PATCH', headers: json, body }],
        ['/ledger_2026?year=eq.2026', { method: 'DELETE' }],
        ['/ledger_2026', { method: 'OPTIONS' }],
      ]
      for (const [path, init] of requests)
        for (const key of [undefined, serviceKey])
          expect(await answerOf(await service.fetch(path, { ...init, ...(key && { key }) }))).toEqual(unknown)
    }
    expect(await rest.sql('select entry from ledger')).toEqual([{ entry: 'secret' }])
  })

  test('for embedding and for the description', async () => {
    for (const service of modes()) {
      const result = await service.fetch('/places?select=id,ledger(entry)', { key: serviceKey })
      expect(result.status).toBe(200)
      for (const name of ['ledger_2026', 'place_rows'])
        expect(
          await answerOf(await service.fetch(`/places?select=id,${name}(entry)`, { key: serviceKey })),
        ).toEqual({ status: 400, code: 'PGRST200' })
      const { definitions } = (await (await service.fetch('/', { key: serviceKey })).json()) as {
        definitions: object
      }
      expect(Object.keys(definitions)).toContain('ledger')
      expect(Object.keys(definitions)).not.toContain('ledger_2026')
    }
  })

  test('while a function may still return its rows, which embed nothing', async () => {
    for (const service of modes()) {
      const { data } = await service.service.rpc('ledger_rows')
      expect(data).toEqual([{ year: 2026, place_id: 1, entry: 'secret' }])
      const embedded = await service.fetch('/rpc/ledger_rows?select=entry,places(name)', { key: serviceKey })
      expect(await answerOf(embedded)).toEqual({ status: 400, code: 'PGRST200' })
    }
  })
})

describe('what hardening takes away, and upstream shows', () => {
  test.each(['planned', 'estimated'] as const)('a %s count knows of hidden rows', async (count) => {
    const request = async (service: RestService, id: number, head: boolean) =>
      (await service.anon.from('crowd').select('id', { count, head }).lte('id', id)).count ?? Number.NaN
    for (const head of [true, false]) {
      expect(await request(rest, 4000, head)).toBeGreaterThan(count === 'planned' ? 1000 : 6)
      // One's own rows are counted exactly up to the limit, and no further than one past it, whatever is hidden.
      expect(await request(strict, 3, head)).toBe(3)
      expect(await request(strict, 4000, head)).toBe(6)
      expect(await request(strict, 5000, head)).toBe(6)
    }
    // The exact one is exact in both.
    expect((await strict.anon.from('crowd').select('id', { count: 'exact' })).count).toBe(7)
  })

  test('a refusal repeats the row that a function wrote as its owner', async () => {
    const details = async (service: RestService, entry: string) =>
      (await service.anon.rpc('write_ledger', { entry })).error
    expect(await details(rest, 'wrong')).toMatchObject({
      code: '23514',
      details: 'Failing row contains (2026, null, wrong).',
    })
    expect(await details(strict, 'wrong')).toMatchObject({ code: '23514', details: null })
    // What a function says in its own words is meant for its caller.
    for (const service of [rest, strict])
      expect(await details(service, 'raised')).toMatchObject({
        code: '23514',
        message: 'no',
        details: 'said by the function',
      })
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
  test('a request without a key is refused with a message that says so', async () => {
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
