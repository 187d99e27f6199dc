// Figures: each equal to what one gets by reading all records and counting again.
import { afterAll, describe, expect, it } from 'vitest'
import { dueClocks } from '#domain/admin/admin.ts'
import {
  type FigureBy,
  type FigureOverTime,
  type FigurePromise,
  figureDimensions,
  figureSubjects,
  hasDimension,
} from '#domain/admin/figures.ts'
import { getLagosDay } from '#domain/dates.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { openAdminApp } from './admin-app.ts'

interface Stored {
  id: string
  status: string
  created_at: Date
  state: string | null
  crops_grown: string[]
}

const app = await openAdminApp()
// Over 40 days, with some at the very edges of a day in Lagos (23:00 UTC).
await app.sql(`
  insert into public.farmers (farm_name, location, state, crops_grown, status, decline_reason, created_at)
  select 'Farm ' || n, 'Somewhere', (array['Lagos', 'Kano', null])[1 + n % 3],
    (array['{Rice}', '{Rice,Maize}', '{Yam,Rice}', '{Maize}'])[1 + n % 4]::text[],
    (array['pending', 'approved', 'declined'])[1 + n % 3], case when n % 3 = 2 then 'No' end,
    '2026-03-01T22:59:59.5Z'::timestamptz + n * interval '5 hours 1 second'
  from generate_series(1, 200) as n`)
await app.sql(`
  insert into public.farmers (farm_name, location, crops_grown, is_demo, created_at)
  values ('Demo', 'Somewhere', '{Rice}', true, '2026-03-05T10:00:00Z')`)
afterAll(() => app.close())

const request = <Row>(text: string, values: unknown[]) =>
  app.as<Row & Record<string, unknown>>(app.admin.caller, text, values).then(({ rows }) => rows)
const all = async () =>
  (
    await app.sql<Stored>(
      'select id, status, created_at, state, crops_grown from public.farmers where not is_demo',
    )
  ).filter(
    ({ created_at }) => getLagosDay(created_at) >= '2026-03-03' && getLagosDay(created_at) <= '2026-03-31',
  )
const span = ['2026-03-03', '2026-03-31']
const tally = (values: string[]) => {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

describe('figures', () => {
  it('are refused without the right, and of kinds that one may not read', async () => {
    const over = `select * from public.figures_over_time($1, '2026-03-01', '2026-03-31')`
    for (const { caller } of [app.member, app.agent, app.content])
      expect((await app.refusalOf(caller, over, ['farmers'])).code).toBe('42501')
    expect((await app.refusalOf(app.reviewer.caller, over, ['orders'])).code).toBe('42501')
    expect((await app.refusalOf(app.finance.caller, over, ['farmers'])).code).toBe('42501')
    expect((await app.refusalOf(app.admin.caller, over, ['user_roles'])).code).toBe('22023')
    const stored = await app.as<FigurePromise & Record<string, unknown>>(
      app.finance.caller,
      `select * from public.figures_promise_kept('2026-03-01', '2026-03-31')`,
    )
    expect(new Set(stored.rows.map(({ record_type }) => record_type))).toEqual(new Set(['orders']))
  })

  it.each(['day', 'week', 'month'])('over time, by the %s, are what counting again says', async (step) => {
    const rows = await request<FigureOverTime>(
      'select period::text, status, count::int from public.figures_over_time($1, $2, $3, $4)',
      ['farmers', ...span, step],
    )
    const periodOf = (day: string) => {
      if (step === 'day') return day
      if (step === 'month') return `${day.slice(0, 7)}-01`
      const date = new Date(`${day}T00:00:00Z`)
      date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
      return date.toISOString().slice(0, 10)
    }
    const expected = tally(
      (await all()).map(({ created_at, status }) => `${periodOf(getLagosDay(created_at))} ${status}`),
    )
    expect(
      Object.fromEntries(
        rows.filter(({ count }) => count > 0).map((row) => [`${row.period} ${row.status}`, row.count]),
      ),
    ).toEqual(expected)
    if (step === 'day') expect(new Set(rows.map(({ period }) => period)).size).toBe(29)
  })

  it.each([
    ['status', (record: Stored) => [record.status]],
    ['state', (record: Stored) => [record.state ?? '']],
    ['crop', (record: Stored) => record.crops_grown],
  ] as const)('by %s are what counting again says', async (dimension, valuesOf) => {
    const rows = await request<FigureBy>('select value, count::int from public.figures_by($1, $2, $3, $4)', [
      'farmers',
      dimension,
      ...span,
    ])
    expect(Object.fromEntries(rows.map(({ value, count }) => [value, count]))).toEqual(
      tally((await all()).flatMap((record) => [...valuesOf(record)])),
    )
    expect(rows.map(({ count }) => count)).toEqual(rows.map(({ count }) => count).toSorted((a, b) => b - a))
  })

  it('are divided as each kind can be, and as the desk offers it', async () => {
    const by = `select * from public.figures_by($1, $2, '2026-03-01', '2026-03-31')`
    for (const subject of figureSubjects)
      for (const dimension of figureDimensions) {
        const answer = app.as(app.admin.caller, by, [subject, dimension])
        if (hasDimension(subject, dimension)) await answer
        else await expect(answer).rejects.toMatchObject({ code: '23514', hint: 'dimension' })
      }
  })

  it('by crop count the products of a marketplace order, and what a bulk order requests', async () => {
    await app.placeOrder()
    const today = getLagosDay(new Date())
    expect(
      await request<FigureBy>('select value, count::int from public.figures_by($1, $2, $3, $4)', [
        'orders',
        'crop',
        today,
        today,
      ]),
    ).toEqual([{ value: 'Cocoa Beans', count: 1 }])
  })

  it('by state count orders where they go: as the form asks, as the address names it, or not stated', async () => {
    // What is counted again here: the last part of the address that is a state.
    const addresses = [
      ['12 Marina Road, Lagos Island, Lagos', 'Lagos'],
      ['Plot 4, Keffi, nasarawa STATE.', 'Nasarawa'],
      ['Depot 2, Kano, Plateau', 'Plateau'],
      ['Niger Delta Road 4, Rotterdam', ''],
      ['Lagos Street 4, Leiden, The Netherlands', ''],
      ['Garki, FCT', 'FCT'],
      // The country that is called as the state is.
      ['Grand Marché, Niamey, Niger', ''],
      ['Depot, Maradi 8000 Niger', ''],
      ['Porte 3, Agadez, République du Niger', ''],
      ['Mill 1, Minna, Niger', 'Niger'],
      ['Mill 2, Bida, Niger State, Nigeria', 'Niger'],
      ['Mill 3, Suleja, Niger, Nigeria', 'Niger'],
      ['Maradi Road 4, Minna, Niger', 'Niger'],
      ['Ring Road, Edo State, Benin', 'Edo'],
    ] as const
    const days = ['2026-05-04', '2026-05-05']
    for (const [nr, [address]] of addresses.entries())
      for (let times = 0; times <= nr; times++)
        await app.sql(
          `insert into public.orders (kind, crop_type, quantity, quantity_text, unit, delivery_address, idempotency_key, created_at)
           values ('bulk', 'Yam', 1, '1', 'Tons', $1, gen_random_uuid(), '2026-05-04T22:30:00Z')`,
          [address],
        )
    const rows = await request<FigureBy>('select value, count::int from public.figures_by($1, $2, $3, $4)', [
      'orders',
      'state',
      ...days,
    ])
    expect(Object.fromEntries(rows.map(({ value, count }) => [value, count]))).toEqual(
      tally(addresses.flatMap(([, state], nr) => Array<string>(nr + 1).fill(state))),
    )
    for (const { value } of nigerianStates)
      expect(
        (await app.sql(`select private.stated_state('Somewhere, ' || $1) as state`, [value]))[0],
      ).toEqual({
        state: value,
      })
  })

  it('of the promises are what the clocks say: kept, broken, still open', async () => {
    const [late, stored, open, broken, again, corrected, changed, stopped, renewed] = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map(() => app.addFarmer()),
    )
    // Its person stopped it: nobody waits for us.
    await app.age('farmers', stopped ?? '', '49 hours')
    await app.sql(
      `insert into public.consents (record_type, record_id, purpose, text_version, is_given, channel)
        values ('farmers', $1, 'terms', '1', false, 'web')`,
      [stopped],
    )
    for (const id of [late, stored])
      await app.as(app.admin.caller, `update public.farmers set status = 'approved' where id = $1`, [id])
    await app.age('farmers', late ?? '', '48 hours 1 minute')
    await app.age('farmers', stored ?? '', '47 hours')
    await app.age('farmers', broken ?? '', '49 hours')
    // Sent again once the promise was broken: it stays broken.
    await app.age('farmers', again ?? '', '49 hours')
    await app.sql('update public.farmers set sent_again_at = now() where id = $1', [again])
    // Sent again after a correction that was asked for in time, or before the promised time was over: it counts from then.
    await app.age('farmers', corrected ?? '', '72 hours')
    await app.sql(
      `insert into public.correction_requests (record_type, record_id, submission_version, notes, created_at)
       values ('farmers', $1, 0, '[]', now() - interval '48 hours')`,
      [corrected],
    )
    await app.sql('update public.farmers set sent_again_at = now() where id = $1', [corrected])
    // Agreed to again after it was stopped in time: the same.
    await app.age('farmers', renewed ?? '', '72 hours')
    await app.sql(
      `insert into public.consents (record_type, record_id, purpose, text_version, is_given, channel, created_at)
        values ('farmers', $1, 'terms', '1', false, 'web', now() - interval '48 hours'), ('farmers', $1, 'terms', '1', true, 'web', now())`,
      [renewed],
    )
    await app.age('farmers', changed ?? '', '49 hours')
    await app.sql(`update public.farmers set sent_again_at = now() - interval '24 hours' where id = $1`, [
      changed,
    ])
    const today = getLagosDay(new Date())
    const since = getLagosDay(new Date(Date.now() - 4 * 86_400_000))
    const rows = await request<FigurePromise>(
      `select record_type, clock, kept::int, broken::int, open::int from public.figures_promise_kept($1, $2)`,
      [since, today],
    )
    expect(rows.find(({ record_type }) => record_type === 'farmers')).toEqual({
      record_type: 'farmers',
      clock: 'decision',
      kept: 1,
      broken: 3,
      open: 4,
    })
    expect(rows.map(({ record_type, clock }) => `${record_type} ${clock}`).sort()).toEqual(
      dueClocks.map(({ recordType, clock }) => `${recordType} ${clock}`).sort(),
    )
    expect(open).toBeDefined()
  })

  it.each([
    ['no days', [null, null]],
    ['a last day before the first', ['2026-03-02', '2026-03-01']],
    ['a hundred years', ['1926-01-01', '2026-01-01']],
  ])('of %s are refused', async (_, days) => {
    expect(
      (
        await app.refusalOf(app.admin.caller, 'select * from public.figures_by($1, $2, $3, $4)', [
          'farmers',
          'status',
          ...days,
        ])
      ).hint,
    ).toBe('since')
  })
})
