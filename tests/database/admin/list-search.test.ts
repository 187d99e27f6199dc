// What listings, corrections and mails are found by: the person behind them, as far as the reader may read of them.
import { afterAll, describe, expect, it } from 'vitest'
import type { Caller } from '#platform/database/caller.ts'
import { service } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
const { find } = app
afterAll(() => app.close())

describe('listings, corrections and mails', () => {
  it('are found by the person behind them', async () => {
    const [added] = await app.sql<Record<'id' | 'reference', string>>(
      `insert into public.farmers (farm_name, location, contact_name, contact_email, phone, crops_grown)
       values ('Hillside', 'Jos, Plateau', 'Talatu Gyang', 'talatu@hill.example', '+2347055501234', '{Yam}')
       returning id, reference`,
    )
    const { id = '', reference = '' } = added ?? {}
    const [listing] = await app.sql<{ id: string }>(
      `insert into public.products (name, category, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo)
       values ('Ofada rice', 'Grains', $1, 'A farm', 'Jos', 50, 'kg', 5000000) returning id`,
      [id],
    )
    await app.sql(
      `insert into public.registration_submissions (record_type, record_id, version, form, answers, channel)
       values ('farmers', $1, 1, 'farmer', '{}', 'web')`,
      [id],
    )
    await app.call(app.reviewer.caller, 'select public.request_correction($1, $2, $3, $4)', [
      'farmers',
      id,
      '[{"field": "city", "note": "Which?"}]',
      'Thank you',
    ])
    await app.sql(`select private.enqueue_mail('registration_received', $1, '{}', 'of-a-person')`, [
      'talatu@hill.example',
    ])
    for (const search of ['talatu', reference, '0705 550 1234']) {
      expect((await find({ list: 'products', search })).records.map((row) => row.id)).toEqual([listing?.id])
      const mails = await app.as(app.admin.caller, 'select recipient from public.list_mails(search => $1)', [
        search,
      ])
      expect(new Set(mails.rows.map(({ recipient }) => recipient))).toEqual(new Set(['talatu@hill.example']))
    }
    const corrections =
      'select contact_name, contact_phone, reference from public.correction_states where record_id = $1'
    expect((await app.as(app.reviewer.caller, corrections, [id])).rows).toEqual([
      { contact_name: 'Talatu Gyang', contact_phone: '+2347055501234', reference },
    ])
    expect((await app.as(app.member.caller, corrections, [id])).rows).toEqual([])
    expect((await app.refusalOf(app.member.caller, 'select public.list_mails()')).code).toBe('42501')
  })

  it('are not found by what their reader may not read of that person', async () => {
    const to = 'amina@twelve.example'
    const [farmer] = await app.sql<{ id: string }>(
      `insert into public.farmers (farm_name, location, contact_name, contact_email, phone, crops_grown)
       values ('Twelve Palms', 'Jos, Plateau', 'Amina Twelve', $1, '+2347055509912', '{Yam}') returning id`,
      [to],
    )
    const order = await app.placeOrder()
    await app.sql(
      `update public.order_requests set company_name = 'Twelve Mills Ltd', email = $1, phone = '+2348099912345' where order_id = $2`,
      [to, order.id],
    )
    const account = await app.app.addPerson({ name: 'Zainab Twelve' })
    const add = (address: string) =>
      app.call<string>(service, 'select private.enqueue_mail($1, $2, $3)', [
        'registration_approved',
        address,
        JSON.stringify({ record_type: 'farmers', record_id: farmer?.id }),
      ])
    const mails = { known: await add(to), account: await add(account.email) }
    const findMails = async (caller: Caller, search: string) => {
      const { rows: listed } = await app.as<{ id: string }>(
        caller,
        'select id from public.list_mails(search => $1)',
        [search],
      )
      const { rows: next } = await app.as<{ id: string }>(
        caller,
        'select id from public.next_mails(search => $1)',
        [search],
      )
      expect(next.map(({ id }) => id).sort()).toEqual(listed.map(({ id }) => id).sort())
      return listed.map(({ id }) => id)
    }
    for (const caller of [app.admin.caller, app.reviewer.caller])
      for (const words of ['amina twelve', '0705 550 9912'])
        expect(await findMails(caller, words)).toContain(mails.known)
    expect(await findMails(app.admin.caller, 'zainab twelve')).toEqual([mails.account])
    for (const words of ['twelve mills', '0809 991 2345', '809991']) {
      expect(await findMails(app.admin.caller, words)).toContain(mails.known)
      expect(await findMails(app.reviewer.caller, words)).toEqual([])
    }
    expect(await findMails(app.reviewer.caller, 'zainab twelve')).toEqual([])
  })

  it('and listings are found by their farmer’s contacts by who reads farmers or keeps products alone', async () => {
    const sales = await app.app.addPerson({ role: 'sales' })
    const [farmer] = await app.sql<{ id: string }>(
      `insert into public.farmers (farm_name, location, contact_name, contact_email, phone, crops_grown)
       values ('Thirteen Palms', 'Jos, Plateau', 'Musa Thirteen', 'musa@thirteen.example', '+2347055509913', '{Yam}') returning id`,
    )
    const [listing] = await app.sql<{ id: string }>(
      `insert into public.products (name, category, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo)
       values ('Thirteen rice', 'Grains', $1, 'A farm', 'Jos', 50, 'kg', 5000000) returning id`,
      [farmer?.id],
    )
    for (const search of ['0705 550 9913', 'musa@thirteen.example', 'musa thirteen']) {
      for (const caller of [app.admin.caller, app.content.caller])
        expect((await find({ list: 'products', search }, caller)).ids).toEqual([listing?.id])
      expect((await find({ list: 'products', search }, sales.caller)).ids).toEqual([])
    }
    expect((await find({ list: 'products', search: 'thirteen rice' }, sales.caller)).ids).toEqual([
      listing?.id,
    ])
  })
})
