// What a list of the admin area shows beside its records: warnings, who reads one, views of one's own and of colleagues.
import { afterAll, describe, expect, it } from 'vitest'
import type { Caller } from '#platform/database/caller.ts'
import { type AdminApp, openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())
const find: AdminApp['find'] = (...requested) => app.find(...requested)

describe('the crop of orders', () => {
  it('finds whole words in what was ordered, alone or among other products', async () => {
    const placed = await Promise.all(
      ['Ofada Rice, Yam', 'Rice', 'Rice (parboiled)', 'Riceberry', 'Yam'].map(async (crop) => {
        const { id } = await app.placeOrder(await app.app.addPerson())
        await app.sql('update public.orders set crop_type = $2 where id = $1', [id, crop])
        return { id, crop }
      }),
    )
    const found = async (crop: string) => {
      const { ids } = await find({ list: 'orders', page_size: 500, filters: { crop } })
      return placed.filter(({ id }) => ids.includes(id)).map((order) => order.crop)
    }
    expect(await found('rice')).toEqual(['Ofada Rice, Yam', 'Rice', 'Rice (parboiled)'])
    expect(await found('Yam')).toEqual(['Ofada Rice, Yam', 'Yam'])
    expect(await found("R'); drop table x; --")).toEqual([])
  })
})

describe('what a row warns of', () => {
  it('is a dispute and a missing price of an order', async () => {
    const { id } = await app.placeOrder(await app.app.addPerson())
    const flags = async () =>
      (await app.as(app.admin.caller, `select flags from public.find_record_flags('orders', $1)`, [[id]]))
        .rows
    expect(await flags()).toEqual([{ flags: ['unquoted'] }])
    await app.sql(`begin; set local session_replication_role = replica;
      update public.orders set total_amount_kobo = 500, fulfilment_status = 'disputed' where id = '${id}'; commit`)
    expect(await flags()).toEqual([{ flags: ['disputed'] }])
    for (const caller of [app.reviewer.caller, app.member.caller])
      expect(
        (await app.refusalOf(caller, `select public.find_record_flags('orders', $1)`, [[id]])).code,
      ).toBe('42501')
  })

  it('is a twin by the date of birth and a like name, in the row as by the filter', async () => {
    const enrol = (answers: Record<string, unknown>) => app.registrations.send('training', { answers })
    const born = { fullName: 'Halima Twin Sani', dateOfBirth: '1991-04-17' }
    const one = await enrol({ ...born, phoneNumber: '0809 700 1001', email: 'twin-1@example.com' })
    const two = await enrol({ ...born, phoneNumber: '0809 700 1002', email: 'twin-2@example.com' })
    const like = await enrol({
      ...born,
      fullName: 'Halima Sani',
      phoneNumber: '0809 700 1003',
      email: 'twin-3@example.com',
    })
    const other = await enrol({
      ...born,
      fullName: 'Musa Bello',
      phoneNumber: '0809 700 1004',
      email: 'twin-4@example.com',
    })
    const all = [one, two, like, other].map(({ stored }) => stored.id)
    const { rows } = await app.as<{ record_id: string; flags: string[] }>(
      app.reviewer.caller,
      `select * from public.find_record_flags('training_enrolments', $1)`,
      [all],
    )
    expect(all.map((id) => rows.find((row) => row.record_id === id)?.flags.includes('twin'))).toEqual([
      true,
      true,
      true,
      false,
    ])
    const { ids } = await find(
      { list: 'training_enrolments', page_size: 500, filters: { twin: 'possible' } },
      app.reviewer.caller,
    )
    expect(all.filter((id) => ids.includes(id))).toEqual(all.slice(0, 3))
    const twins = async () => {
      const rows = await app.sql<{ record_id: string }>(
        'select distinct record_id from private.open_twins where record_id = any ($1)',
        [all],
      )
      return all.map((id) => rows.some(({ record_id }) => record_id === id))
    }
    // A record whose name or number changed, or that is gone, is nobody's twin, nor are the others its twins.
    await app.sql(`update public.training_enrolments set contact_name = 'Grace Obi' where id = $1`, [all[2]])
    expect(await twins()).toEqual([true, true, false, false])
    await app.sql('update public.training_enrolments set phone = $2 where id = $1', [
      all[3],
      '+2348097001003',
    ])
    expect(await twins()).toEqual([true, true, true, true])
    await app.sql('delete from public.training_enrolments where id = any ($1)', [[all[0], all[3]]])
    expect(await twins()).toEqual([false, false, false, false])
  })

  it('is a twin of who came in the same moment', async () => {
    const clients = await Promise.all([app.owner.connect(), app.owner.connect()])
    const insert = `insert into public.farmers (farm_name, location, phone, crops_grown)
      values ('Twin Farm', 'Kano', '+2348097001009', '{Maize}') returning id`
    const ids: string[] = []
    try {
      // Both are written before either is there for the other.
      for (const client of clients) {
        await client.query('begin')
        ids.push((await client.query(insert)).rows[0]?.id)
      }
      await Promise.all(clients.map((client) => client.query('commit')))
    } finally {
      for (const client of clients) client.release()
    }
    const rows = await app.sql<{ record_id: string }>(
      'select record_id from private.open_twins where record_id = any ($1)',
      [ids],
    )
    expect(rows.map(({ record_id }) => record_id).sort()).toEqual(ids.sort())
  })

  it('is a minor, which is a filter of the trainees', async () => {
    const { stored } = await app.registrations.send('training', {
      answers: { phoneNumber: '0809 700 2001', email: 'minor@example.com' },
    })
    await app.sql('update public.training_enrolments set is_minor = true where id = $1', [stored.id])
    expect((await find({ list: 'training_enrolments', filters: { minor: 'yes' } })).ids).toEqual([stored.id])
    const { rows } = await app.as<{ flags: string[] }>(
      app.reviewer.caller,
      `select flags from public.find_record_flags('training_enrolments', $1)`,
      [[stored.id]],
    )
    expect(rows[0]?.flags).toContain('minor')
  })

  it('is a twin, a missing photo and a minor, to those who may read the kind', async () => {
    const rows = await app.sql<{ id: string; twin: boolean }>(
      `select id, exists (select from public.farmers as other where other.phone = t.phone and other.id <> t.id) as twin
       from public.farmers as t order by id limit 20`,
    )
    const flags = await app.as<{ record_id: string; flags: string[] }>(
      app.reviewer.caller,
      `select * from public.find_record_flags('farmers', $1)`,
      [rows.map(({ id }) => id)],
    )
    for (const { id, twin } of rows) {
      const found = flags.rows.find(({ record_id }) => record_id === id)?.flags ?? []
      expect(found.includes('twin')).toBe(twin)
      expect(found).toContain('photo')
    }
    expect(
      (await app.refusalOf(app.finance.caller, `select public.find_record_flags('farmers', '{}')`)).code,
    ).toBe('42501')
  })
})

describe('who reads a record', () => {
  const rights = async (caller: Caller, topic: string) => {
    const { rows } = await app.as<{ may_receive: boolean; may_send: boolean }>(
      caller,
      `select may_receive, may_send from realtime.channel_rights($1) where extension = 'presence'`,
      [topic],
    )
    return rows[0]
  }
  const topic = 'desk:farmers:00000000-0000-4000-8000-000000000001'

  it('is announced to those who may read its kind, and to nobody else', async () => {
    const none = { may_receive: false, may_send: false }
    for (const caller of [app.member.caller, app.finance.caller, app.content.caller])
      expect(await rights(caller, topic)).toEqual(none)
    for (const name of ['desk:farmers:x', 'desk:user_roles:00000000-0000-4000-8000-000000000001', 'farmers'])
      expect(await rights(app.admin.caller, name)).toEqual(none)
    expect(await rights(app.reviewer.caller, topic)).toEqual({ may_receive: true, may_send: true })
    const { rows } = await app.as(
      app.reviewer.caller,
      `select may_receive, may_send from realtime.channel_rights($1) where extension = 'broadcast'`,
      [topic],
    )
    expect(rows).toEqual([none])
  })
})

describe('saved views', () => {
  const save = (caller: Caller, query: string, isShared = false) =>
    app.as(
      caller,
      `insert into public.saved_views (list, title, query, is_shared) values ('farmers', 'Late', $1, $2)`,
      [query, isShared],
    )
  it('are read by their owner, and by colleagues where they are shared; never hold a search', async () => {
    await save(app.reviewer.caller, 'due=overdue')
    await save(app.reviewer.caller, 'status=pending&state=Kano', true)
    for (const query of ['q=Ada', 'status=pending&q=Ada', 'record=1', 'a=<b>', ''])
      await expect(save(app.reviewer.caller, query)).rejects.toMatchObject({ code: '23514' })
    const read = async (caller: Caller) =>
      (await app.as(caller, 'select query from public.saved_views')).rows.length
    expect(await read(app.reviewer.caller)).toBe(2)
    expect(await read(app.admin.caller)).toBe(1)
    expect(await read(app.member.caller)).toBe(0)
    await expect(save(app.member.caller, 'due=overdue')).rejects.toMatchObject({ code: '42501' })
    await app.as(app.admin.caller, 'delete from public.saved_views')
    expect(await read(app.reviewer.caller)).toBe(2)
  })
})
