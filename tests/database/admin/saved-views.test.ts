// Views of a list that are saved: one's own, and those of colleagues.
import { afterAll, describe, expect, it } from 'vitest'
import type { Caller } from '#platform/database/caller.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())

describe('saved views', () => {
  const save = (caller: Caller, query: string, isShared = false, list = 'farmers') =>
    app.as(
      caller,
      `insert into public.saved_views (list, title, query, is_shared) values ($3, 'Late', $1, $2)`,
      [query, isShared, list],
    )
  const read = async (caller: Caller) =>
    (await app.as(caller, 'select query from public.saved_views')).rows.length

  it('are saved and read of lists that one may read, and shared by who may work on records', async () => {
    const refused = { code: '42501' }
    await expect(save(app.finance.caller, 'due=overdue')).rejects.toMatchObject(refused)
    await expect(save(app.reviewer.caller, 'due=overdue', false, 'orders')).rejects.toMatchObject(refused)
    await expect(save(app.admin.caller, 'due=overdue', false, 'colleagues')).rejects.toMatchObject(refused)
    await app.sql(
      `insert into public.role_permissions (role, permission) values ('field_agent', 'farmers.read')`,
    )
    await expect(save(app.agent.caller, 'due=overdue', true)).rejects.toMatchObject(refused)
    await save(app.agent.caller, 'due=overdue')
    expect(await read(app.agent.caller)).toBe(1)
    // Each list that is no kind of record too.
    for (const list of ['payments', 'newsletter_subscriptions', 'mails', 'breaches', 'people_to_phone'])
      await save(app.admin.caller, 'due=overdue', true, list)
    expect([await read(app.finance.caller), await read(app.content.caller)]).toEqual([1, 1])
    expect(await read(app.reviewer.caller)).toBe(2)
    await app.sql(
      `delete from public.saved_views;
       delete from public.role_permissions where role = 'field_agent' and permission = 'farmers.read'`,
    )
  })

  it('are read by their owner, and by colleagues where they are shared; never hold a search', async () => {
    await save(app.reviewer.caller, 'due=overdue')
    await save(app.reviewer.caller, 'status=pending&state=Kano', true)
    for (const query of ['q=Ada', 'status=pending&q=Ada', 'record=1', 'a=<b>', ''])
      await expect(save(app.reviewer.caller, query)).rejects.toMatchObject({ code: '23514' })
    expect(await read(app.reviewer.caller)).toBe(2)
    expect(await read(app.admin.caller)).toBe(1)
    expect(await read(app.member.caller)).toBe(0)
    // The view of a list that is not theirs.
    expect(await read(app.finance.caller)).toBe(0)
    await expect(save(app.member.caller, 'due=overdue')).rejects.toMatchObject({ code: '42501' })
    await app.as(app.finance.caller, 'delete from public.saved_views')
    expect(await read(app.reviewer.caller)).toBe(2)
    // Who manages roles takes away what is shared, and nothing else: its owner may have left.
    await app.as(app.admin.caller, 'delete from public.saved_views')
    expect((await app.as(app.reviewer.caller, 'select query from public.saved_views')).rows).toEqual([
      { query: 'due=overdue' },
    ])
  })

  it('are at most thirty of each person and list', async () => {
    await app.as(app.finance.caller, 'delete from public.saved_views')
    for (let saved = 0; saved < 30; saved++)
      await save(app.finance.caller, 'due=overdue', saved % 2 === 0, 'orders')
    await expect(save(app.finance.caller, 'due=overdue', true, 'orders')).rejects.toMatchObject({
      code: '23514',
      hint: 'list',
    })
    await save(app.admin.caller, 'due=overdue', false, 'orders')
    await save(app.finance.caller, 'due=overdue', false, 'payments')
  })
})
