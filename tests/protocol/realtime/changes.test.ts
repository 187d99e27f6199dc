// postgres_changes through the client library: who hears of which row, and what it says.
import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js'
import { afterAll, describe, expect, it } from 'vitest'
import { ada, bola, type ClientOptions, Heard, startWorld, subscribe } from './realtime-service.ts'

type Event = RealtimePostgresChangesPayload<Record<string, unknown>>

const world = await startWorld()
afterAll(() => world.stop())

let channels = 0

interface Listening {
  events: Heard<Event>
  status: string
  errors: Error[]
  system: Heard<{ status: string; message: string }>
}

async function listen(
  who: ClientOptions,
  wish: { event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'; table?: string; filter?: string; select?: string[] },
): Promise<Listening> {
  const client = await world.client(who)
  const events = new Heard<Event>()
  const system = new Heard<{ status: string; message: string }>()
  const channel = client
    .channel(`changes ${++channels}`)
    .on('postgres_changes', { event: '*', schema: 'public', ...wish } as never, (event: Event) =>
      events.add(event),
    )
    .on('system', {}, system.add)
  const { status, errors } = await subscribe(channel)
  return { events, status, errors, system }
}

async function addNote(owner: string, title: string): Promise<string> {
  const [row] = await world.sql<{ id: string }>(
    'insert into public.notes (owner, title, secret) values ($1, $2, $3) returning id',
    [owner, title, 'not for anybody'],
  )
  return row?.id ?? ''
}

const titles = ({ all }: Heard<Event>) => all.map((event) => (event.new as { title?: string }).title)

describe('what is not heard', () => {
  it("another person's rows, whatever happens to them", async () => {
    const stranger = await listen({ as: bola }, { table: 'notes' })
    const visitor = await listen({}, { table: 'notes' })
    const id = await addNote(ada, 'private')
    await world.sql(`update public.notes set title = 'still private' where id = $1`, [id])
    await world.sql('delete from public.notes where id = $1', [id])
    await addNote(bola, 'mine')
    expect((await stranger.events.find()).new).toMatchObject({ title: 'mine' })
    expect(stranger.events.all).toHaveLength(1)
    expect(visitor.events.all).toEqual([])
  })

  it('a partition by its own name: its rows are its parent’s, and so are the policies', async () => {
    const refused = await listen({ as: bola }, { table: 'ledger_old' })
    expect((await refused.system.find()).message).toContain('Unable to subscribe to changes')
    const [own, stranger] = [
      await listen({ as: ada }, { table: 'ledger' }),
      await listen({ as: bola }, { table: 'ledger' }),
    ]
    await world.sql('insert into public.ledger (id, owner, entry) values (1, $1, $2), (101, $1, $2)', [
      ada,
      'of Ada',
    ])
    await world.sql('insert into public.ledger (id, owner, entry) values (2, $1, $2)', [bola, 'of Bola'])
    expect((await own.events.take(2)).map(({ table, new: row }) => [table, row])).toEqual([
      ['ledger', { id: 1, owner: ada, entry: 'of Ada' }],
      ['ledger', { id: 101, owner: ada, entry: 'of Ada' }],
    ])
    expect((await stranger.events.find()).new).toMatchObject({ id: 2, entry: 'of Bola' })
    expect(stranger.events.all).toHaveLength(1)
    expect(refused.events.all).toEqual([])
  })

  it('a row that was given away is judged as it was, not as it is', async () => {
    const later = await listen({ as: bola }, { table: 'notes' })
    await world.sql(`do $$ declare note bigint; begin
      insert into public.notes (owner, title) values ('${ada}', 'before bola') returning id into note;
      update public.notes set owner = '${bola}', title = 'for bola' where id = note;
    end $$`)
    await later.events.find((event) => event.eventType === 'UPDATE')
    expect(titles(later.events)).toEqual(['for bola'])
  })

  it('columns that the role may not read', async () => {
    const mine = await listen({ as: ada }, { table: 'notes' })
    await addNote(ada, 'with a secret')
    const event = await mine.events.find()
    expect(Object.keys(event.new).sort()).toEqual(
      ['amount', 'created_at', 'details', 'id', 'owner', 'tags', 'title'].sort(),
    )
  })

  it('tables that are not published', async () => {
    const quiet = await listen({}, { table: 'quiet' })
    expect(quiet.status).toBe('SUBSCRIBED')
    const reported = await quiet.system.find(({ status }) => status === 'error')
    expect(reported.message).toContain('Unable to subscribe to changes with given parameters')
  })

  it('a filter on a hidden column, or with a value that means nothing', async () => {
    for (const filter of ['secret=eq.x', 'nothing=eq.1', 'id=eq.abc']) {
      const wrong = await listen({ as: ada }, { table: 'notes', filter })
      expect((await wrong.system.find(({ status }) => status === 'error')).message).toContain(
        'Unable to subscribe',
      )
    }
    const syntax = await listen({ as: ada }, { table: 'notes', filter: 'id~1' })
    expect(syntax.status).toBe('CHANNEL_ERROR')
    expect(syntax.errors[0]?.message).toContain('Error parsing `filter` params')
  })

  it('changes of a transaction that was rolled back', async () => {
    const prices = await listen({}, { table: 'prices' })
    await world.sql(`begin; insert into public.prices values (900, 'gone', 1); rollback`)
    await world.sql(`insert into public.prices values (901, 'kept', 1)`)
    expect((await prices.events.find()).new).toMatchObject({ id: 901 })
  })
})

describe('what is heard', () => {
  it('inserts, updates and deletes of the own rows, on every server, in order', async () => {
    const [near, far] = await Promise.all([
      listen({ as: ada }, { table: 'notes' }),
      listen({ as: ada, at: world.second, vsn: '1.0.0' }, { table: 'notes' }),
    ])
    const id = await addNote(ada, 'one')
    await world.sql(`update public.notes set title = 'two' where id = $1`, [id])
    await world.sql('delete from public.notes where id = $1', [id])
    for (const { events } of [near, far]) {
      const heard = await events.take(3)
      expect(heard.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
      expect(heard.map((event) => event.old)).toEqual([{}, { id: Number(id) }, { id: Number(id) }])
      expect(heard[2]?.new).toEqual({})
    }
    expect((await near.system.find()).message).toBe('Subscribed to PostgreSQL')
  })

  it('rows as the database writes them in JSON', async () => {
    const mine = await listen({ as: ada }, { table: 'notes' })
    await world.sql(
      `insert into public.notes (owner, title, amount, tags, details)
       values ($1, 'Ọgbà 🌱', 12.50, '{a,"b c"}', '{"deep": [1, null]}')`,
      [ada],
    )
    expect(await mine.events.find()).toMatchObject({
      schema: 'public',
      table: 'notes',
      errors: null,
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      new: {
        title: 'Ọgbà 🌱',
        amount: 12.5,
        tags: ['a', 'b c'],
        details: { deep: [1, null] },
        created_at: '2026-01-02T03:04:05.678901+00:00',
      },
    })
  })

  it('what a policy shows through another table', async () => {
    const reader = '00000000-0000-0000-0000-0000000000aa'
    const writer = '00000000-0000-0000-0000-0000000000bb'
    await world.sql('insert into public.readers values ($1, $2)', [writer, reader])
    const shared = await listen({ as: reader }, { table: 'notes' })
    await addNote(writer, 'shared')
    expect((await shared.events.find()).new).toMatchObject({ title: 'shared' })
  })

  it('everything, for the service key', async () => {
    const service = await listen({ key: world.keys.secretKey }, { table: 'notes' })
    await addNote(ada, 'for the service')
    expect((await service.events.find()).new).toMatchObject({
      title: 'for the service',
      secret: 'not for anybody',
    })
  })

  it('only the events that were requested', async () => {
    const deletes = await listen({}, { table: 'prices', event: 'DELETE' })
    await world.sql(`insert into public.prices values (1, 'rice', 10)`)
    await world.sql('update public.prices set price = 11 where id = 1')
    await world.sql('delete from public.prices where id = 1')
    expect((await deletes.events.find()).eventType).toBe('DELETE')
    expect(deletes.events.all).toHaveLength(1)
  })

  it('only the columns that were requested', async () => {
    const some = await listen({}, { table: 'prices', select: ['id', 'crop'] })
    await world.sql(`insert into public.prices values (2, 'maize', 10)`)
    expect((await some.events.find()).new).toEqual({ id: 2, crop: 'maize' })
  })

  it.each([
    ['crop=eq.yam', [11]],
    ['crop=neq.yam', [12, 13, 14]],
    ['price=lt.20', [11]],
    ['price=lte.20.0', [11, 12]],
    ['price=gt.20', [13]],
    ['price=gte.20', [12, 13]],
    ['id=in.(11,13)', [11, 13]],
    ['crop=in.("a,b",yam)', [11, 14]],
    ['crop=like.ca%', [12, 13]],
    ['crop=not.like.ca%', [11, 14]],
    ['price=is.null', [14]],
    ['crop=like.ca%,price=gt.20', [13]],
    ['id=not.in.(11,12,13)', [14]],
  ])('rows that pass the filter %s', async (filter, expected) => {
    const filtered = await listen({}, { table: 'prices', event: 'INSERT', filter })
    const end = await listen({}, { table: 'prices', event: 'DELETE' })
    await world.sql(
      `insert into public.prices values (11, 'yam', 10), (12, 'cassava', 20), (13, 'cacao', 30), (14, 'a,b', null)`,
    )
    await world.sql('delete from public.prices where id between 11 and 14')
    await end.events.take(4)
    expect(filtered.events.all.map((event) => (event.new as { id: number }).id)).toEqual(expected)
  })

  it('an update by a filter, and the whole schema without one', async () => {
    const all = await listen({}, {})
    await world.sql(`insert into public.prices values (30, 'okra', 1)`)
    expect(await all.events.find()).toMatchObject({ table: 'prices', new: { id: 30 } })
  })

  it('several bindings of one channel, each its own', async () => {
    const client = await world.client()
    const heard = new Heard<string>()
    const channel = client
      .channel('many bindings')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'prices' }, () =>
        heard.add('insert'),
      )
      .on('postgres_changes', { event: '*', schema: 'public', table: 'prices', filter: 'id=eq.40' }, () =>
        heard.add('any of 40'),
      )
      .on('postgres_changes', { event: 'DELETE', schema: 'public', table: 'prices' }, () =>
        heard.add('delete'),
      )
    expect((await subscribe(channel)).status).toBe('SUBSCRIBED')
    await world.sql(`insert into public.prices values (40, 'okra', 1)`)
    await world.sql('delete from public.prices where id = 40')
    expect((await heard.take(4)).sort()).toEqual(['any of 40', 'any of 40', 'delete', 'insert'])
  })

  it('a table published while the server runs', async () => {
    await world.sql('create table public.late (id int primary key); grant select on public.late to anon')
    await world.sql(
      `alter publication supabase_realtime add table public.late; notify pgrst, 'reload schema'`,
    )
    await expect
      .poll(() =>
        world.sql(
          `select 1 from pg_trigger where tgrelid = 'public.late'::regclass and tgname = 'realtime_capture'`,
        ),
      )
      .toHaveLength(1)
    const late = await listen({}, { table: 'late' })
    await world.sql('insert into public.late values (1)')
    expect((await late.events.find()).new).toEqual({ id: 1 })
  })
})
