// Relationships that functions and junctions make, and functions that take a body whole.
import { afterAll, describe, expect, test } from 'vitest'
import { serviceKey, startRestService } from './rest-service.ts'

const rest = await startRestService({
  sql: `
    create function best_harvest(farms) returns setof harvests stable language sql rows 1 as
      $$ select * from harvests where farm_id = $1.id order by weight_kg desc limit 1 $$;
    create function neighbours(farm farms) returns setof farms stable language sql as
      $$ select * from farms where state = farm.state and id <> farm.id $$;
    -- Takes the place of what the key would say.
    create function licences(farms) returns setof licences stable language sql as
      $$ select * from licences where farm_id = $1.id and code <> 'L-2' $$;
    create table memberships (
      farm_id bigint references farms (id), person_id uuid references people (id), role text not null,
      primary key (farm_id, person_id)
    );
    create table followers (
      farm_id bigint references farms (id), person_id uuid references people (id), primary key (farm_id, person_id)
    );
    insert into memberships values (1, '00000000-0000-0000-0000-000000000003', 'guard');
    insert into followers values (1, '00000000-0000-0000-0000-000000000002');
    create view open_certificates with (security_invoker) as select id, title as label from certificates;
    create function size_of(bytea) returns int immutable language sql as $$ select length($1) $$;
    create function shout(text) returns text immutable language sql as $$ select upper($1) $$;
    create function root_of(xml) returns text immutable language sql as $$ select (xpath('name(/*)', $1))[1]::text $$;
    create function keys_of(jsonb) returns setof text immutable language sql as $$ select jsonb_object_keys($1) $$;
    -- What a function answers once, on which rows hang; and the same as a bare type.
    create view found_farms with (security_invoker) as select null::int as count, null::bigint[] as ids where false;
    create function find_farms(state farm_state) returns found_farms stable language sql as
      $$ select count(*)::int, array_agg(id order by id desc) from farms where farms.state = $1 $$;
    create function farms(found_farms) returns setof farms stable language sql as
      $$ select * from farms where id = any ($1.ids) order by id desc $$;
    create type bare_farms as (count int, ids bigint[]);
    create function bare_farms(state farm_state) returns bare_farms stable language sql as
      $$ select count(*)::int, array_agg(id) from farms where farms.state = $1 $$;
    create function harvests(bare_farms) returns setof harvests stable language sql as
      $$ select * from harvests where farm_id = any ($1.ids) $$;
    grant execute on all functions in schema public to anon, authenticated, service_role;
    grant select on all tables in schema public to service_role;
  `,
})
afterAll(() => rest.stop())

const from = (table: string, columns: string) => rest.service.from(table).select(columns)

describe('computed relationships', () => {
  test('to one and to many, with filters, order and inner joins', async () => {
    const { data, error } = await from('farms', 'id, best_harvest(crop, weight_kg), neighbours(name)')
      .order('id')
      .lte('id', 2)
    expect(error).toBeNull()
    expect(data).toEqual([
      {
        id: 1,
        best_harvest: { crop: 'maize', weight_kg: 100 },
        neighbours: [{ name: 'Lone, "Quoted" (Farm)' }],
      },
      { id: 2, best_harvest: { crop: 'rice', weight_kg: 500 }, neighbours: [] },
    ])
    const joined = await from('farms', 'id, best_harvest!inner(crop)').eq('best_harvest.crop', 'yam')
    expect(joined.data).toEqual([{ id: 3, best_harvest: { crop: 'yam' } }])
    const ordered = await from('farms', 'id')
      .select('id, best_harvest!inner()')
      .order('best_harvest(weight_kg)')
    expect(ordered.data).toEqual([{ id: 3 }, { id: 1 }, { id: 2 }])
  })

  test('further tables hang on what they return', async () => {
    const { data } = await from(
      'farms',
      'neighbours(id, people!owner_id(full_name)), ...best_harvest(crop)',
    ).eq('id', 4)
    expect(data).toEqual([{ neighbours: [{ id: 1, people: { full_name: 'Ada Obi' } }], crop: null }])
  })

  test('a function takes the place of a key of the same name', async () => {
    const { data } = await from('farms', 'id, licences(code)').in('id', [1, 2]).order('id')
    expect(data).toEqual([
      { id: 1, licences: [{ code: 'L-1' }] },
      { id: 2, licences: [] },
    ])
  })

  test('of rows that were just written', async () => {
    const { data, error } = await rest.service
      .from('farms')
      .update({ notes: 'seen' })
      .eq('id', 2)
      .select('*, best_harvest(weight_kg), shouted')
    expect(error).toBeNull()
    expect(data).toMatchObject([
      { id: 2, notes: 'seen', best_harvest: { weight_kg: 500 }, shouted: 'BLUE RIVER' },
    ])
    expect(Object.keys(data?.[0] ?? {})).not.toContain('pgrst_row')
  })
})

test('of a function’s rows, also when they are counted', async () => {
  const { data, count, error } = await rest.service
    .rpc('farms_larger_than', { hectares: 8 }, { count: 'exact' })
    .select('*, shouted, best_harvest(weight_kg)')
    .eq('shouted', 'BLUE RIVER')
  expect(error).toBeNull()
  expect({ data, count }).toMatchObject({
    data: [{ id: 2, shouted: 'BLUE RIVER', best_harvest: { weight_kg: 500 } }],
    count: 1,
  })
  expect(Object.keys(data?.[0] ?? {})).not.toContain('pgrst_row')
})

describe('of the one row that a function answers', () => {
  test('come with it, in their order, with what hangs on them; and are narrowed as any embedded ones', async () => {
    const result = rest.service.rpc('find_farms', { state: 'Oyo' })
    const { data, error } = await result.select('count, records:farms(id, people!owner_id(full_name))')
    expect(error).toBeNull()
    expect(data).toEqual({
      count: 2,
      records: [
        { id: 4, people: null },
        { id: 1, people: { full_name: 'Ada Obi' } },
      ],
    })
    const narrowed = await rest.service
      .rpc('find_farms', { state: 'Oyo' })
      .select('records:farms(id)')
      .order('id', { referencedTable: 'records' })
      .limit(1, { referencedTable: 'records' })
    expect(narrowed.data).toEqual({ records: [{ id: 1 }] })
  })

  test('are none where nothing was found, and the same when the row is counted', async () => {
    const { data } = await rest.service.rpc('find_farms', { state: null }).select('count, farms(id)')
    expect(data).toEqual({ count: 0, farms: [] })
    const counted = await rest.service
      .rpc('find_farms', { state: 'Oyo' }, { count: 'exact' })
      .select('ids, farms(id)')
    expect({ data: counted.data, count: counted.count }).toEqual({
      data: { ids: [4, 1], farms: [{ id: 4 }, { id: 1 }] },
      count: 1,
    })
  })

  test('do not hang on a bare type', async () => {
    const { error, status } = await rest.service
      .rpc('bare_farms', { state: 'Oyo' })
      .select('count, harvests(crop)')
    expect({ status, code: error?.code }).toEqual({ status: 400, code: 'PGRST200' })
    expect((await rest.service.rpc('bare_farms', { state: 'Oyo' }).select('count')).data).toEqual({
      count: 2,
    })
  })

  test('are not called by themselves', async () => {
    const { status, error } = await rest.service.rpc('farms', { count: 1, ids: [1] })
    expect({ status, code: error?.code }).toEqual({ status: 404, code: 'PGRST202' })
  })
})

test('a count needs no ceiling of rows', async () => {
  const { count } = await rest.service.from('farms').select('id', { count: 'exact' }).eq('state', 'Oyo')
  expect(count).toBe(2)
})

describe('many to many', () => {
  test('two junctions are ambiguous until a hint names one', async () => {
    const { error, status } = await from('certificates', 'id, people(full_name)')
    expect({ status, code: error?.code }).toEqual({ status: 400, code: 'PGRST200' })
    const between = await from('farms', 'id, people(full_name)').eq('id', 1)
    expect({ status: between.status, code: between.error?.code }).toEqual({ status: 300, code: 'PGRST201' })
    expect(between.error?.hint).toContain("'people!memberships'")
    const { data } = await from(
      'farms',
      'members:people!memberships(full_name), followers:people!followers(full_name), owner:people!owner_id(full_name)',
    ).eq('id', 1)
    expect(data).toEqual([
      {
        members: [{ full_name: 'Chidi Eze' }],
        followers: [{ full_name: 'Bola Ade' }],
        owner: { full_name: 'Ada Obi' },
      },
    ])
  })

  test('the junction itself, with what it holds', async () => {
    const { data } = await from('farms', 'memberships(role, people(full_name))').eq('id', 1)
    expect(data).toEqual([{ memberships: [{ role: 'guard', people: { full_name: 'Chidi Eze' } }] }])
  })

  test('to a view of the other table', async () => {
    const { data, error } = await from('farms', 'open_certificates(label)').eq('id', 2)
    expect(error).toBeNull()
    expect(data).toEqual([{ open_certificates: [{ label: 'Export' }] }])
  })
})

describe('functions of one unnamed argument', () => {
  const post = async (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) => {
    const response = await rest.fetch(path, {
      method: 'POST',
      key: serviceKey,
      body,
      headers: { 'content-type': type },
    })
    return { status: response.status, body: (await response.json()) as { code?: string; message?: string } }
  }

  test('take bytes, text and XML as they come', async () => {
    const bytes = new Uint8Array([0, 255, 10, 0, 128])
    expect(await post('/rpc/size_of', 'application/octet-stream', bytes)).toEqual({ status: 200, body: 5 })
    expect(await post('/rpc/shout', 'text/plain', 'é, "quoted"')).toEqual({
      status: 200,
      body: 'É, "QUOTED"',
    })
    expect(await post('/rpc/root_of', 'text/xml', '<farm/>')).toEqual({ status: 200, body: 'farm' })
    expect((await rest.service.rpc('keys_of', { a: 1, b: 2 })).data).toEqual(['a', 'b'])
  })

  test('are not found by another kind of body', async () => {
    expect(await post('/rpc/size_of', 'text/plain', 'x')).toMatchObject({
      status: 404,
      body: { code: 'PGRST202' },
    })
    expect(await post('/rpc/greet', 'application/octet-stream', 'x')).toMatchObject({
      status: 404,
      body: { code: 'PGRST202' },
    })
    expect(await post('/farms', 'application/octet-stream', 'x')).toMatchObject({
      status: 400,
      body: { code: 'PGRST102', message: 'Content-Type not acceptable: application/octet-stream' },
    })
    expect(await post('/rpc/root_of', 'text/xml', '<farm')).toMatchObject({ status: 400 })
  })
})
