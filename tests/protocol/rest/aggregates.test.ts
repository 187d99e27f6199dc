// Sums, averages and the like, which a service offers only where its settings say so.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestService, serviceKey, startRestService } from './rest-service.ts'

let open: RestService
let closed: RestService
beforeAll(async () => {
  ;[open, closed] = await Promise.all([startRestService({ aggregates: true }), startRestService()])
})
afterAll(() => Promise.all([open.stop(), closed.stop()]))

async function select(path: string): Promise<unknown> {
  const response = await open.fetch(path, { key: serviceKey })
  return response.json()
}

describe('where they are off, as by default', () => {
  test.each(['count()', 'area_ha.sum()', 'state,area_ha.max()', 'id,harvests(weight_kg.sum())'])(
    'select=%s is refused',
    async (columns) => {
      const { error, status } = await closed.anon.from('farms').select(columns)
      expect({ status, error }).toEqual({
        status: 400,
        error: {
          code: 'PGRST123',
          message: 'Use of aggregate functions is not allowed',
          details: null,
          hint: null,
        },
      })
    },
  )

  test('what was written is withheld too', async () => {
    const { error } = await closed.service.from('places').insert({ id: 50, name: 'Jos' }).select('id.sum()')
    expect(error?.code).toBe('PGRST123')
    expect(await closed.sql('select from places where id = 50')).toEqual([])
  })

  test('the database itself may switch them on, as upstream’s settings are stored there', async () => {
    const own = await startRestService()
    try {
      const count = async () => (await own.anon.from('farms').select('count()')).error?.code
      expect(await count()).toBe('PGRST123')
      await own.sql(`do $$ begin
        execute format('alter role authenticator in database %I set pgrst.db_aggregates_enabled = ''true''', current_database());
      end $$`)
      await own.sql("notify pgrst, 'reload config'")
      await expect.poll(count).toBeUndefined()
    } finally {
      await own.stop()
    }
  })

  test('the older way to count what is embedded goes on', async () => {
    const { data } = await closed.anon.from('farms').select('id, harvests(count)').eq('id', 2)
    expect(data).toEqual([{ id: 2, harvests: [{ count: 2 }] }])
  })
})

describe('where they are on', () => {
  test('over all rows that the filters leave', async () => {
    expect(
      await select(
        '/farms?select=count(),n:id.count(),area_ha.sum(),least:area_ha.min(),area_ha.max(),area_ha.avg()::text&area_ha=gte.10',
      ),
    ).toEqual([{ count: 2, n: 2, sum: 30.5, least: 10.5, max: 20, avg: '15.2500000000000000' }])
    expect(await select('/farms?select=count(),area_ha.sum()&id=eq.-1')).toEqual([{ count: 0, sum: null }])
  })

  test('nulls are not counted in a column', async () => {
    expect(await select('/farms?select=all:count(),owned:owner_id.count()')).toEqual([{ all: 4, owned: 3 }])
  })

  test('by group, ordered and paged; the count is that of the groups', async () => {
    expect(await select('/harvests?select=crop,weight_kg.sum()&order=crop.desc')).toEqual([
      { crop: 'yam', sum: 120 },
      { crop: 'rice', sum: 800 },
      { crop: 'maize', sum: 100 },
    ])
    const response = await open.fetch('/harvests?select=crop,weight_kg.sum()&order=crop&limit=2', {
      headers: { prefer: 'count=exact' },
    })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, '0-1/3'])
    expect(await response.json()).toEqual([
      { crop: 'maize', sum: 100 },
      { crop: 'rice', sum: 800 },
    ])
  })

  test('a group may have a name and be a JSON path; the field may be cast first', async () => {
    expect(
      await select(
        '/farms?select=soil:details->soil->>type,total:details->>rating::int.sum()&order=details->soil->>type',
      ),
    ).toEqual([
      { soil: 'clay', total: 5 },
      { soil: 'loam', total: 4 },
      { soil: null, total: null },
    ])
  })

  test('of what is embedded', async () => {
    expect(await select('/farms?select=name,harvests(crop,weight_kg.sum())&id=eq.2')).toEqual([
      { name: 'Blue River', harvests: [{ crop: 'rice', sum: 800 }] },
    ])
  })

  test('grouped by a column of a spread resource, and of one', async () => {
    expect(await select('/harvests?select=weight_kg.sum(),...farms(name)&order=farms(name)')).toEqual([
      { sum: 800, name: 'Blue River' },
      { sum: 150, name: 'Green Acres' },
      { sum: 70, name: 'Red Hill' },
    ])
    expect(await select('/harvests?select=crop,...farms(area_ha.max())&order=crop')).toEqual([
      { crop: 'maize', max: 10.5 },
      { crop: 'rice', max: 20 },
      { crop: 'yam', max: 10.5 },
    ])
  })

  test('beside an embedded resource', async () => {
    expect(await select('/harvests?select=farms(name),weight_kg.sum()&farm_id=eq.1')).toEqual([
      { farms: { name: 'Green Acres' }, sum: 150 },
    ])
  })

  test('of a function’s rows, as CSV, and of what was written', async () => {
    expect(await select('/rpc/farms_larger_than?hectares=1&select=area_ha.sum()')).toEqual([{ sum: 35.5 }])
    const csv = await open.fetch('/harvests?select=crop,weight_kg.sum()&order=crop', {
      headers: { accept: 'text/csv' },
    })
    expect(await csv.text()).toBe('crop,sum\nmaize,100\nrice,800\nyam,120')
    const { data } = await open.service
      .from('places')
      .insert([
        { id: 51, name: 'Jos' },
        { id: 52, name: 'Aba' },
      ])
      .select('count(), id.max()')
    expect(data).toEqual([{ count: 2, max: 52 }])
  })

  test('what cannot be summed is an error of the request', async () => {
    const { error, status } = await open.anon.from('farms').select('name.sum()')
    expect({ status, code: error?.code }).toEqual({ status: 404, code: '42883' })
  })

  test('row level security decides what is counted', async () => {
    expect(await (await open.fetch('/notes?select=count()')).json()).toEqual([{ count: 1 }])
    const { error } = await open.anon.from('notes').select('secret.max()')
    expect(error?.code).toBe('42501')
  })
})
