// What happens when the database goes away briefly, a policy fails, a server stops, and many listen at once.
import { afterAll, describe, expect, it } from 'vitest'
import { asOwner } from '#tests/harness/database.ts'
import { ada, bola, type RawSocket, startWorld } from './realtime-service.ts'

const world = await startWorld()
afterAll(() => world.stop())

const all = (table: string) => ({ postgres_changes: [{ event: '*', schema: 'public', table }] })

interface Told {
  ids: number[]
  data: { type: string; record: Record<string, unknown>; old_record: Record<string, unknown> }
}
const reported = (raw: RawSocket): Told[] =>
  raw.heard.all.filter((message) => message[3] === 'postgres_changes').map((message) => message[4] as Told)
const hears = (raw: RawSocket, fits: (event: Told) => boolean) =>
  raw.heard.find(() => reported(raw).some(fits))
const system = (raw: RawSocket, text: string) =>
  raw.heard.find(
    (message) => message[3] === 'system' && (message[4] as { message: string }).message.includes(text),
  )

async function listen(table: string, who?: string): Promise<RawSocket> {
  const raw = await world.raw()
  const reply = await raw.join(
    `realtime:${table}`,
    all(table),
    who ? { access_token: await world.tokenFor(who) } : {},
  )
  expect(reply.status).toBe('ok')
  return raw
}

describe('the stream of changes', () => {
  it('misses nothing and repeats nothing when all its connections break', async () => {
    const raw = await listen('prices')
    await world.sql(`insert into public.prices values (1, 'before', 1)`)
    await world.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename in ('authenticator', 'supabase_realtime_admin')`)
    for (let id = 2; id <= 6; id++)
      await world.sql(`insert into public.prices values ($1, 'while away', 1)`, [id])
    await hears(raw, ({ data }) => data.record.id === 6)
    expect(reported(raw).map(({ data }) => data.record.id)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('sends a transaction that began before others and commits after them', async () => {
    const raw = await listen('prices')
    await world.sql(`insert into public.prices values (10, 'first', 1)`)
    await asOwner(world.databaseUrl, async (slow) => {
      await slow.query(`begin; insert into public.prices values (11, 'written second, committed third', 1)`)
      await world.sql(`insert into public.prices values (12, 'third', 1)`)
      await hears(raw, ({ data }) => data.record.id === 12)
      await slow.query('commit')
    })
    await hears(raw, ({ data }) => data.record.id === 11)
    await world.sql(`insert into public.prices values (13, 'last', 1)`)
    await hears(raw, ({ data }) => data.record.id === 13)
    expect(reported(raw).map(({ data }) => data.record.id)).toEqual([10, 12, 11, 13])
  })

  it('says that changes were missed when they could not be judged', async () => {
    const raw = await listen('prices')
    await world.sql('alter function realtime.visible_rows rename to broken')
    await world.sql(`insert into public.prices values (20, 'lost', 1)`)
    await system(raw, 'Changes were missed')
    await world.sql('alter function realtime.broken rename to visible_rows')
    await world.sql(`insert into public.prices values (21, 'found', 1)`)
    await hears(raw, ({ data }) => data.record.id === 21)
  })

  it('keeps many rows of one transaction in order', async () => {
    const raw = await listen('prices')
    await world.sql(`insert into public.prices select n, 'bulk', n from generate_series(1001, 1350) n`)
    await hears(raw, ({ data }) => data.record.id === 1350)
    expect(reported(raw).map(({ data }) => data.record.id)).toEqual(
      Array.from({ length: 350 }, (_, n) => 1001 + n),
    )
  })

  it('shortens a row of more than a megabyte, and says so', async () => {
    const raw = await listen('prices')
    await world.sql(`insert into public.prices values (30, repeat('x', 1100000), 7)`)
    await hears(raw, ({ data }) => data.record.id === 30)
    expect(reported(raw)[0]?.data).toMatchObject({
      record: { id: 30, price: 7 },
      errors: ['Error 413: Payload Too Large'],
    })
    expect(reported(raw)[0]?.data.record).not.toHaveProperty('crop')
  })
})

describe('a policy', () => {
  it('that fails on one row hides that row alone', async () => {
    await world.sql(`
      create table public.fragile (id int primary key, divisor int);
      alter table public.fragile enable row level security;
      create policy "divides" on public.fragile for select to anon using (1 / divisor > 0);
      grant select on public.fragile to anon;
      alter publication supabase_realtime add table public.fragile;
      select realtime.watch_published_tables()`)
    const raw = await listen('fragile')
    await world.sql('insert into public.fragile values (1, 1), (2, 0), (3, 1)')
    await hears(raw, ({ data }) => data.record.id === 3)
    expect(reported(raw).map(({ data }) => data.record.id)).toEqual([1, 3])
  })

  it('that changes is evaluated again, and a restrictive one takes away', async () => {
    const raw = await listen('notes', ada)
    await world.sql(`create policy "nothing hidden" on public.notes as restrictive for select to authenticated
      using (title <> 'hidden')`)
    await world.sql(
      `insert into public.notes (owner, title) values ('${ada}', 'hidden'), ('${ada}', 'shown')`,
    )
    await hears(raw, ({ data }) => data.record.title === 'shown')
    expect(reported(raw).map(({ data }) => data.record.title)).toEqual(['shown'])
    await world.sql('drop policy "nothing hidden" on public.notes')
  })

  it('is evaluated on the old row of a delete, whose key is all that is sent', async () => {
    await world.sql('alter table public.notes replica identity full')
    const [mine, theirs] = [await listen('notes', ada), await listen('notes', bola)]
    await world.sql(`insert into public.notes (owner, title) values ('${ada}', 'to be deleted')`)
    const [row] = await world.sql<{ id: string }>(
      `delete from public.notes where title = 'to be deleted' returning id`,
    )
    await hears(mine, ({ data }) => data.type === 'DELETE')
    expect(reported(mine).at(-1)?.data.old_record).toEqual({ id: Number(row?.id) })
    await world.sql(`insert into public.notes (owner, title) values ('${bola}', 'end')`)
    await hears(theirs, ({ data }) => data.record?.title === 'end')
    expect(reported(theirs)).toHaveLength(1)
  })
})

describe('many listeners', () => {
  it('with equal and with different tokens all hear a change, and only their own', async () => {
    const people = Array.from(
      { length: 60 },
      (_, n) => `00000000-0000-0000-0001-${String(n).padStart(12, '0')}`,
    )
    const sockets = await Promise.all(people.flatMap((person) => [listen('notes', person), listen('prices')]))
    const owner = people[7] ?? ''
    await world.sql(`insert into public.notes (owner, title) values ('${owner}', 'for one')`)
    await world.sql(`insert into public.prices values (50, 'for all', 1)`)
    await Promise.all(
      sockets.map((raw, place) =>
        place % 2 === 1
          ? hears(raw, ({ data }) => data.record.id === 50)
          : place === 14 && hears(raw, ({ data }) => data.record.title === 'for one'),
      ),
    )
    for (const [place, raw] of sockets.entries())
      expect(reported(raw)).toHaveLength(place % 2 === 1 || place === 14 ? 1 : 0)
  })
})

describe('a server that stops', () => {
  it('says goodbye to its sockets and takes no more', async () => {
    const at = await world.start()
    const raw = await world.raw({ at })
    await raw.join('realtime:x')
    const stopped = at.realtime.close()
    expect(await raw.closed).toEqual({ code: 1001, reason: 'The server is stopping' })
    await stopped
    await expect(world.raw({ at })).rejects.toThrow('status 503')
    await at.stop()
  })

  it('leaves nothing behind in the database', async () => {
    await world.sql(`update realtime.changes set happened_at = now() - interval '11 minutes'`)
    const at = await world.start()
    expect(await world.sql('select 1 from realtime.changes')).toEqual([])
    await at.stop()
  })
})
