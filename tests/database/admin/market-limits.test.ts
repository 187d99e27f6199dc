// Limits of the market: who reads and changes them, what waits for a second person, and what no value may be.
import { afterAll, expect, it } from 'vitest'
import type { Caller } from '#platform/database/caller.ts'
import type { Person } from '#tests/harness/migrated-database.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.app.close())

const change = 'select public.change_market_limit($1, $2, $3, $4) as counts'
const decide = 'select public.decide_market_limit($1, $2)'
const why = 'Agreed in the meeting of Monday.'
const alone = 'confirm_alone_max_kobo'
const strong = withSecondFactor(app.admin)

interface Limit {
  name: string
  value: number
  changed_by: string | null
  reason: string | null
  waiting: { id: number; value: number; obstacle: string | null } | null
}
async function read(name: string, caller: Caller = app.admin.caller): Promise<Limit> {
  const { rows } = await app.as<Limit>(caller, 'select * from public.list_market_limits()')
  const limit = rows.find((row) => row.name === name)
  if (!limit) throw new Error(`No limit ${name}`)
  return limit
}
const works = async ({ id }: Person) => {
  for (const days of [1, 2, 3])
    await app.sql(
      `insert into public.audit_trail (actor_id, actor_role, action, subject_type, aal, created_at)
       values ($1, 'admin', 'look', 'orders', 'aal2', now() - make_interval(days => $2))`,
      [id, days],
    )
}

it('are nobody’s to read or change without the right, nor to change without a second factor', async () => {
  for (const caller of [anonymous, app.member.caller, app.reviewer.caller, service])
    expect((await app.app.refusalOf(caller, 'select * from public.list_market_limits()')).code).toBe('42501')
  for (const caller of [anonymous, app.member.caller, withSecondFactor(app.finance), service])
    expect((await app.app.refusalOf(caller, change, ['order_lines_max', 60, 50, why])).code).toBe('42501')
  expect(await app.app.refusalOf(app.admin.caller, change, ['order_lines_max', 60, 50, why])).toMatchObject({
    code: '42501',
    hint: 'aal2',
  })
  for (const caller of [app.admin.caller, strong])
    for (const text of [
      `update private.market_limits set value = 1`,
      'select * from private.market_limit_changes',
      'delete from private.market_limit_changes',
    ])
      expect((await app.app.refusalOf(caller, text)).code).toBe('42501')
})

it.each([
  ['order_lines_max', 0, 50, why, 'value'],
  ['member_hold_percent', 101, 50, why, 'value'],
  ['price_lock_hours', 2161, 24, why, 'value'],
  ['guest_reminder_hours', 24, 6, why, 'value'],
  ['member_expiry_hours', 24, 72, why, 'value'],
  ['line_quantity_max', 2_000_000, 10_000, why, 'value'],
  ['order_lines_max', 50, 50, why, 'value'],
  ['order_lines_max', 60, 49, why, 'seen'],
  ['order_lines_max', 60, 50, 'so', 'reason'],
  ['order_lines_max', 60, 50, 'The BVN 22345678901 asked.', 'reason'],
])('%s is not made %i', async (name, value, seen, reason, hint) => {
  expect(await app.app.refusalOf(strong, change, [name, value, seen, reason])).toMatchObject({ hint })
  expect((await read(name)).changed_by).toBeNull()
})

it('count at once, with who and why, in the list and in the trail', async () => {
  expect(await app.call(strong, change, ['order_lines_max', 60, 50, why])).toBe(true)
  expect(await read('order_lines_max')).toMatchObject({
    ...{ value: 60, changed_by: 'Ngozi Admin', reason: why, waiting: null },
  })
  expect(
    await app.call(app.admin.caller, `select private.market_limit('order_lines_max')`).catch(() => 'hidden'),
  ).toBe('hidden')
  expect(
    await app.sql(
      `select before, after, actor_id from public.audit_trail where subject_type = 'market_limits'`,
    ),
  ).toEqual([{ before: { value: 50 }, after: { value: 60, reason: why }, actor_id: app.admin.id }])
})

it('that keep one person from the money are lowered by one and raised by two, who did not bring in one another', async () => {
  const { value } = await read(alone)
  expect(await app.call(strong, change, [alone, value - 100, value, why])).toBe(true)
  const lower = value - 100
  expect(await app.call(strong, change, [alone, value, lower, why])).toBe(false)
  const waits = await read(alone)
  expect(waits).toMatchObject({
    value: lower,
    waiting: { value, obstacle: expect.stringContaining('You proposed this') },
  })
  const id = waits.waiting?.id
  expect(await app.app.refusalOf(strong, change, [alone, value, lower, why])).toMatchObject({
    hint: 'waiting',
  })
  expect(await app.app.refusalOf(strong, decide, [id, true])).toMatchObject({
    code: '42501',
    hint: 'own_entry',
  })
  const second = await app.app.addPerson({ role: 'admin' })
  expect(await app.app.refusalOf(second.caller, decide, [id, true])).toMatchObject({ hint: 'aal2' })
  expect(await app.app.refusalOf(withSecondFactor(app.finance), decide, [id, true])).toMatchObject({
    code: '42501',
  })
  expect(await app.app.refusalOf(withSecondFactor(second), decide, [id, true])).toMatchObject({
    ...{ code: '42501', hint: 'not_at_work' },
  })
  const obstacle = async () => (await read(alone, second.caller)).waiting?.obstacle
  expect(await obstacle()).toContain('three different days')
  await works(second)
  expect(await obstacle()).toBeNull()
  await app.as(withSecondFactor(second), decide, [id, true])
  expect(await read(alone)).toMatchObject({ value, waiting: null })
  expect(await app.app.refusalOf(withSecondFactor(second), decide, [id, true])).toMatchObject({
    code: 'P0002',
  })
})

it('that wait may be dropped by who proposed them', async () => {
  const { value } = await read('refund_alone_max_kobo')
  expect(await app.call(strong, change, ['refund_alone_max_kobo', value + 100, value, why])).toBe(false)
  const { waiting } = await read('refund_alone_max_kobo')
  await app.as(strong, decide, [waiting?.id, false])
  expect(await read('refund_alone_max_kobo')).toMatchObject({ value, waiting: null, changed_by: null })
})
