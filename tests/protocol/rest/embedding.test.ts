// Embedded resources through the unmodified client library.
import { afterAll, describe, expect, test } from 'vitest'
import { startRestService } from './rest-service.ts'

const rest = await startRestService({ maxRows: 100 })
afterAll(() => rest.stop())

async function rows(query: PromiseLike<{ data: unknown; error: unknown }>): Promise<unknown> {
  const { data, error } = await query
  expect(error).toBeNull()
  return data
}

const from = (table: string, columns: string) => rest.anon.from(table).select(columns)

describe('finding the relationship', () => {
  test('to one, as an object; null when there is none', async () => {
    expect(await rows(from('farms', 'id, people(full_name)').in('id', [1, 4]).order('id'))).toEqual([
      { id: 1, people: { full_name: 'Ada Obi' } },
      { id: 4, people: null },
    ])
  })

  test('to many, as a list; empty when there is none', async () => {
    expect(await rows(from('farms', 'id, harvests(crop)').in('id', [1, 4]).order('id'))).toEqual([
      { id: 1, harvests: [{ crop: 'maize' }, { crop: 'yam' }] },
      { id: 4, harvests: [] },
    ])
  })

  test('one to one, from both sides, as an object', async () => {
    expect(await rows(from('farms', 'id, licences(code)').eq('id', 1))).toEqual([
      { id: 1, licences: { code: 'L-1' } },
    ])
    expect(await rows(from('licences', 'code, farms(name)').eq('farm_id', 2))).toEqual([
      { code: 'L-2', farms: { name: 'Blue River' } },
    ])
  })

  test('many to many, through the table between', async () => {
    expect(
      await rows(
        from('farms', 'id, certificates(title)')
          .in('id', [1, 2])
          .order('id')
          .order('id', { referencedTable: 'certificates' }),
      ),
    ).toEqual([
      { id: 1, certificates: [{ title: 'Organic' }, { title: 'Export' }] },
      { id: 2, certificates: [{ title: 'Export' }] },
    ])
  })

  test('by alias, by the name of the column and by the name of the key', async () => {
    expect(await rows(from('farms', 'owner:people(full_name)').eq('id', 1))).toEqual([
      { owner: { full_name: 'Ada Obi' } },
    ])
    expect(await rows(from('farms', 'owner:owner_id(full_name)').eq('id', 1))).toEqual([
      { owner: { full_name: 'Ada Obi' } },
    ])
    expect(await rows(from('farms', 'owner_id(full_name)').eq('id', 1))).toEqual([
      { owner_id: { full_name: 'Ada Obi' } },
    ])
    expect(await rows(from('farms', 'farms_owner_id_fkey(full_name)').eq('id', 1))).toEqual([
      { farms_owner_id_fkey: { full_name: 'Ada Obi' } },
    ])
  })

  test('two keys to one table are ambiguous until a hint decides', async () => {
    const { error, status } = await from('shipments', 'id, places(name)')
    expect(status).toBe(300)
    expect(error).toMatchObject({
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'shipments' and 'places'",
      hint: "Try changing 'places' to one of the following: 'places!shipments_destination_id_fkey', 'places!shipments_origin_id_fkey'. Find the desired relationship in the 'details' key.",
    })
    expect((error as unknown as { details: unknown[] }).details).toContainEqual({
      cardinality: 'many-to-one',
      embedding: 'shipments with places',
      relationship: 'shipments_origin_id_fkey using shipments(origin_id) and places(id)',
    })
    expect(
      await rows(
        from(
          'shipments',
          'origin:places!shipments_origin_id_fkey(name), destination:places!destination_id(name)',
        ).eq('id', 1),
      ),
    ).toEqual([{ origin: { name: 'Lagos' }, destination: { name: 'Ibadan' } }])
  })

  test('a table of its own kind: up by the column, down by the table', async () => {
    expect(
      await rows(from('people', 'full_name, mentor:mentor_id(full_name)').eq('full_name', 'Bola Ade')),
    ).toEqual([{ full_name: 'Bola Ade', mentor: { full_name: 'Ada Obi' } }])
    const [person] = (await rows(from('people', 'pupils:people(full_name)').eq('full_name', 'Ada Obi'))) as {
      pupils: unknown[]
    }[]
    expect(person?.pupils).toHaveLength(2)
  })

  test('views through the keys of their tables, also a view of a view', async () => {
    expect(await rows(from('farm_cards', 'title, people(full_name), harvests(crop)').eq('id', 2))).toEqual([
      {
        title: 'BLUE RIVER',
        people: { full_name: 'Bola Ade' },
        harvests: [{ crop: 'rice' }, { crop: 'rice' }],
      },
    ])
    expect(await rows(from('farm_card_names', 'name, harvests(crop)').eq('card_id', 3))).toEqual([
      { name: 'Red Hill', harvests: [{ crop: 'yam' }] },
    ])
    expect(await rows(from('harvests', 'id, farm_cards(title)').eq('id', 1))).toEqual([
      { id: 1, farm_cards: { title: 'GREEN ACRES' } },
    ])
    expect(await rows(from('farm_totals', 'total, farms(name)').eq('farm_id', 2))).toEqual([
      { total: 800, farms: { name: 'Blue River' } },
    ])
  })

  test('a relationship that does not exist is refused by name', async () => {
    const { error, status } = await from('farms', 'id, places(name)')
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: 'PGRST200',
      message: "Could not find a relationship between 'farms' and 'places' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'farms' and 'places' in the schema 'public', but no matches were found.",
    })
    expect((await from('farms', 'harvest(id)')).error?.hint).toBe(
      "Perhaps you meant 'harvests' instead of 'harvest'.",
    )
  })
})

describe('shaping it', () => {
  test('several levels, aliases on each', async () => {
    expect(
      await rows(
        from('people', 'who:full_name, land:farms(title:name, crops:harvests(crop, kg:weight_kg))').eq(
          'full_name',
          'Ada Obi',
        ),
      ),
    ).toEqual([
      {
        who: 'Ada Obi',
        land: [
          {
            title: 'Green Acres',
            crops: [
              { crop: 'maize', kg: 100 },
              { crop: 'yam', kg: 50 },
            ],
          },
        ],
      },
    ])
  })

  test('counts', async () => {
    expect(await rows(from('farms', 'id, harvests(count)').in('id', [2, 4]).order('id'))).toEqual([
      { id: 2, harvests: [{ count: 2 }] },
      { id: 4, harvests: [{ count: 0 }] },
    ])
  })

  test('spread to one, to many, and nested', async () => {
    expect(
      await rows(from('farms', 'id, ...people(owner:full_name, email)').in('id', [1, 4]).order('id')),
    ).toEqual([
      { id: 1, owner: 'Ada Obi', email: 'ada@example.com' },
      { id: 4, owner: null, email: null },
    ])
    expect(await rows(from('farms', 'id, ...harvests(crop)').eq('id', 1))).toEqual([
      { id: 1, crop: ['maize', 'yam'] },
    ])
    expect(
      await rows(from('harvests', 'crop, ...farms(farm:name, ...people(owner:full_name))').eq('id', 1)),
    ).toEqual([{ crop: 'maize', farm: 'Green Acres', owner: 'Ada Obi' }])
  })

  test('order, limit and offset of the embedded rows', async () => {
    const query = from('farms', 'id, harvests(id)')
      .eq('id', 2)
      .order('id', { referencedTable: 'harvests', ascending: false })
      .limit(1, { referencedTable: 'harvests' })
    expect(await rows(query)).toEqual([{ id: 2, harvests: [{ id: 4 }] }])
    expect(
      await rows(
        from('farms', 'id, h:harvests(id)')
          .eq('id', 2)
          .order('id', { referencedTable: 'h' })
          .range(1, 1, { referencedTable: 'h' }),
      ),
    ).toEqual([{ id: 2, h: [{ id: 4 }] }])
  })

  test('the parents in the order of an embedded one', async () => {
    const query = from('farms', 'id, people(full_name)')
      .not('owner_id', 'is', null)
      .order('people(full_name)', { ascending: false })
      .order('id')
    expect((await rows(query)) as { id: number }[]).toMatchObject([{ id: 2 }, { id: 3 }, { id: 1 }])
    const { error, status } = await from('farms', 'id, harvests(id)').order('harvests(id)')
    expect({ status, code: error?.code }).toEqual({ status: 400, code: 'PGRST118' })
    expect((await from('farms', 'id').order('people(full_name)')).error?.code).toBe('PGRST108')
  })
})

describe('filtering by it', () => {
  const ids = async (query: PromiseLike<{ data: unknown; error: unknown }>) =>
    ((await rows(query)) as { id: number }[]).map(({ id }) => id)

  test('a filter on the embedded rows leaves the parents', async () => {
    expect(
      await rows(from('farms', 'id, harvests(crop)').in('id', [1, 2]).eq('harvests.crop', 'yam').order('id')),
    ).toEqual([
      { id: 1, harvests: [{ crop: 'yam' }] },
      { id: 2, harvests: [] },
    ])
    expect(
      await rows(
        from('farms', 'id, people(full_name)').in('id', [1, 2]).eq('people.full_name', 'Ada Obi').order('id'),
      ),
    ).toEqual([
      { id: 1, people: { full_name: 'Ada Obi' } },
      { id: 2, people: null },
    ])
  })

  test('!inner keeps only parents with a match, in pages and counts alike', async () => {
    const { data, count } = await rest.anon
      .from('farms')
      .select('id, harvests!inner(crop)', { count: 'exact' })
      .eq('harvests.crop', 'yam')
      .order('id')
    expect({ data, count }).toEqual({
      data: [
        { id: 1, harvests: [{ crop: 'yam' }] },
        { id: 3, harvests: [{ crop: 'yam' }] },
      ],
      count: 2,
    })
    expect(
      await ids(from('farms', 'id, people!inner(full_name)').eq('people.full_name', 'Bola Ade').order('id')),
    ).toEqual([2, 3])
    expect(
      await ids(
        from('people', 'id:full_name, farms!inner(harvests!inner(crop))').eq('farms.harvests.crop', 'rice'),
      ),
    ).toEqual(['Bola Ade'])
  })

  test('!left is what happens anyway', async () => {
    expect(await ids(from('farms', 'id, people!left(full_name)').order('id'))).toEqual([1, 2, 3, 4])
  })

  test('an empty one filters without being shown', async () => {
    expect(await rows(from('farms', 'id, licences!inner()').order('id'))).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('is null and not is null select none and some', async () => {
    expect(await ids(from('farms', 'id, licences()').is('licences', null).order('id'))).toEqual([3, 4])
    expect(await ids(from('farms', 'id, harvests()').not('harvests', 'is', null).order('id'))).toEqual([
      1, 2, 3,
    ])
    expect(
      await ids(
        from('farms', 'id, licences(), people()').or('licences.not.is.null,people.is.null').order('id'),
      ),
    ).toEqual([1, 2, 4])
    expect((await from('farms', 'id, licences()').eq('licences', 'x')).error?.code).toBe('PGRST120')
  })

  test('of a table on itself: a column’s name is the one that I refer to, a hint those that refer to me', async () => {
    const own = await startRestService({
      sql: `create table staff (id int primary key, name text not null, boss int references staff);
        insert into staff values (1, 'Ada', null), (2, 'Bayo', 1), (3, 'Chi', 1);
        grant select on staff to anon;`,
    })
    try {
      const read = async (columns: string) =>
        (await own.anon.from('staff').select(columns).order('id').throwOnError()).data
      expect(await read('id,boss(name)')).toEqual([
        { id: 1, boss: null },
        { id: 2, boss: { name: 'Ada' } },
        { id: 3, boss: { name: 'Ada' } },
      ])
      for (const hint of ['', '!boss', '!staff_boss_fkey'])
        expect((await read(`id,team:staff${hint}(name)`))?.[0]).toEqual({
          id: 1,
          team: [{ name: 'Bayo' }, { name: 'Chi' }],
        })
    } finally {
      await own.stop()
    }
  })

  test('or on the embedded rows', async () => {
    const query = from('farms', 'id, harvests(id)')
      .eq('id', 2)
      .or('id.eq.3,weight_kg.lt.10', { referencedTable: 'harvests' })
    expect(await rows(query)).toEqual([{ id: 2, harvests: [{ id: 3 }] }])
  })

  test('a filter on what is not embedded is refused', async () => {
    const { error, status } = await from('farms', 'id').eq('harvests.crop', 'yam')
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: 'PGRST108',
      message: "'harvests' is not an embedded resource in this request",
      hint: "Verify that 'harvests' is included in the 'select' query parameter.",
    })
  })
})
