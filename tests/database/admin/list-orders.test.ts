// What lists are ordered by follows what their rows say: whose an order is, and whose name a registration bears; and what finance waits for.
import { afterAll, describe, expect, it } from 'vitest'
import { type AdminApp, openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())
const idsOf = async (values: Parameters<AdminApp['find']>[0]) =>
  (await app.find({ page_size: 500, ...values })).ids

describe('the buyer of an order', () => {
  const nameOf = async (id: string) =>
    (
      await app.sql<{ sort_name: string | null }>('select sort_name from public.orders where id = $1', [id])
    )[0]?.sort_name
  /** An order of an account alone, as those of before requests and contacts were stored. */
  const placeBare = async (name: string) => {
    const owner = await app.app.addPerson({ name })
    const [order] = await app.sql<{ id: string }>(
      `insert into public.orders (user_id, crop_type, quantity, quantity_text, unit, delivery_address)
       values ($1, 'Yam', 2, '2', 'Tons', '12 Market Road, Kano') returning id`,
      [owner.id],
    )
    return { owner, id: order?.id ?? '' }
  }

  it('is who requested it, and who is erased there is erased here', async () => {
    const { id } = await app.placeOrder()
    const [request] = await app.sql<{ name: string }>(
      'select lower(company_name) as name from public.order_requests where order_id = $1',
      [id],
    )
    expect(await nameOf(id)).toBe(request?.name)
    expect(request?.name).not.toBe('')
    // Each order is written once.
    const results = (await app.app.owner.query(
      `begin; select private.forget_buyer(array['${id}'::uuid]);
       select pg_stat_get_xact_tuples_updated('public.orders'::regclass)::integer as written; commit`,
    )) as unknown as { rows: unknown[] }[]
    expect(results[2]?.rows).toEqual([{ written: 1 }])
    expect(await nameOf(id)).toBe('erased')
  })

  it('is the account where nothing else names it, as it is called now, and nobody once it is gone', async () => {
    const { id, owner } = await placeBare('Zainab Musa')
    expect(await nameOf(id)).toBe('zainab musa')
    await app.as(owner.caller, `update public.profiles set full_name = 'Amina Musa' where id = $1`, [
      owner.id,
    ])
    expect(await nameOf(id)).toBe('amina musa')
    const other = (await placeBare('Bola Musa')).id
    const ids = `${id},${other}`
    expect(await idsOf({ list: 'orders', sort: 'buyer', filters: { ids } })).toEqual([id, other])
    expect(await idsOf({ list: 'orders', sort: 'buyer_last', filters: { ids } })).toEqual([other, id])
    // Who has a contact or a request is called by it, whatever the account is called.
    await app.sql(
      `insert into public.order_contacts (order_id, name, phone, state, lga) values ($1, 'Yusuf Ali', '08031234567', 'Kano', 'Dala')`,
      [id],
    )
    await app.as(owner.caller, `update public.profiles set full_name = 'Zainab Musa' where id = $1`, [
      owner.id,
    ])
    expect(await nameOf(id)).toBe('yusuf ali')
    await app.sql('update public.orders set user_id = null where id = any ($1)', [[id, other]])
    expect([await nameOf(id), await nameOf(other)]).toEqual(['yusuf ali', null])
  })

  it('is written by nobody else', async () => {
    const { id } = await app.placeOrder()
    const rename = `update public.orders set sort_name = 'a' where id = $1`
    for (const person of [app.admin, app.member])
      expect((await app.refusalOf(person.caller, rename, [id])).code).toBe('42501')
  })
})

it('orders come by the day of delivery where only the disputed are listed', async () => {
  const refused = await app.refusalOf(
    app.admin.caller,
    `select public.find_records('orders', sort => 'delivered')`,
  )
  expect(refused).toMatchObject({ code: '22023', hint: 'sort' })
  for (const sort of ['delivered', 'delivered_last'])
    expect(await idsOf({ list: 'disputes', sort, filters: { ids: crypto.randomUUID() } })).toEqual([])
})

it('orders come by code and by total in both directions, page by page each once', async () => {
  const placed = await Promise.all(
    ['500', '300', null, '900', '300'].map(async (total) => {
      const { id } = await app.placeOrder(await app.app.addPerson())
      await app.sql(`begin; set local session_replication_role = replica;
        update public.orders set total_amount_kobo = ${total} where id = '${id}'; commit`)
      return id
    }),
  )
  const filters = { ids: placed.join(',') }
  const [a, b, none, d, e] = placed
  expect(await idsOf({ list: 'orders', sort: 'total', filters })).toEqual([
    d,
    a,
    ...(await idsOf({ list: 'orders', filters: { ids: `${b},${e}` } })),
    none,
  ])
  const byCode = (
    await app.sql<{ id: string }>('select id from public.orders where id = any ($1) order by code', [placed])
  ).map(({ id }) => id)
  for (const [one, other] of [
    ['total', 'least'],
    ['code', 'code_last'],
  ] as const)
    expect(await idsOf({ list: 'orders', sort: other, filters })).toEqual(
      (await idsOf({ list: 'orders', sort: one, filters })).toReversed(),
    )
  const pages = await Promise.all(
    [0, 1, 2].map((page_index) =>
      app.find({ list: 'orders', sort: 'code', filters, page_size: 2, page_index }),
    ),
  )
  expect(pages.flatMap(({ ids }) => ids)).toEqual(byCode)
  for (const sort of ['code', 'buyer', 'money', 'least'])
    expect(
      (await app.refusalOf(app.admin.caller, `select public.find_records('farmers', sort => '${sort}')`))
        .code,
    ).toBe('22023')
})

it('an order in parts waits for finance while what is due is not there, and for its buyer while it keeps to its terms', async () => {
  const { id } = await app.placeOrder(await app.app.addPerson())
  const change = (words: string) =>
    app.sql(`begin; set local session_replication_role = replica; ${words}; commit`)
  const isListed = async (only_status?: string) =>
    (await idsOf({ list: 'payments', filters: { ids: id }, ...(only_status && { only_status }) })).length ===
    1
  const waiting = async () =>
    (await app.call<{ payments: { waiting: number } }>(app.admin.caller, 'select public.admin_places()'))
      .payments.waiting
  const before = await waiting()
  await change(
    `update public.orders set total_amount_kobo = 500, payment_status = 'underpaid', status = 'approved' where id = '${id}'`,
  )
  // What the triggers would have posted of the price.
  await app.sql('select private.post_order_change(null, orders) from public.orders where id = $1', [id])
  // Without parts all of it is due.
  expect([await isListed(), await waiting()]).toEqual([true, before + 1])
  await app.sql(`insert into public.order_instalments (order_id, position, percent, due, amount_kobo)
    values ('${id}', 1, 30, 'in_advance', 150), ('${id}', 2, 70, 'on_delivery', 350)`)
  expect(await isListed()).toBe(true)
  await app.sql(
    `insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
     values ($1, 'receipt', 150, 'NGN', current_date, 'FT-TERMS-1', $2)`,
    [id, app.finance.id],
  )
  // The advance is here: it is in the list by its own state alone.
  expect([await isListed(), await waiting()]).toEqual([false, before])
  expect(await isListed('underpaid')).toBe(true)
  // Delivered, the rest is due.
  await change(`update public.orders set fulfilment_status = 'delivered' where id = '${id}'`)
  expect(await isListed()).toBe(true)
  await change(`update public.orders set credit_terms_reason = 'Known for years' where id = '${id}'`)
  expect(await isListed()).toBe(false)
  await change(`update public.orders set payment_status = 'claimed' where id = '${id}'`)
  expect(await isListed()).toBe(true)
})

it('investors are ordered by what they would invest, each currency by itself', async () => {
  const add = async (type: string, amount: string, currency: string, min: number) =>
    (
      await app.sql<{ id: string }>(
        `insert into public.investors (investor_type, contact_name, contact_email, contact_phone, investment_amount, currency,
           investment_amount_min, company_name)
         values ($1, 'Ada Obi', 'ada@example.com', '+2348031239999', $2, $3, $4, case when $1 = 'corporate' then 'Ada Ltd' end) returning id`,
        [type, amount, currency, min],
      )
    )[0]?.id ?? ''
  const [much, little, less] = [
    await add('corporate', '5m-20m', 'NGN', 5_000_000),
    await add('individual', '1m-5m', 'NGN', 1_000_000),
    await add('individual', '500k-1m', 'NGN', 500_000),
  ]
  const filters = { ids: [much, little, less].join(',') }
  expect(await idsOf({ list: 'investors', sort: 'investment', filters })).toEqual([less, little, much])
  expect(await idsOf({ list: 'investors', sort: 'investment_last', filters })).toEqual([much, little, less])
})

it('registrations are ordered by the name that their row shows: of an account its name, else the form’s', async () => {
  const add = async (contact: string, account: string | null) => {
    const owner = account && (await app.app.addPerson({ name: account }))
    const [row] = await app.sql<{ id: string }>(
      `insert into public.farmers (user_id, farm_name, contact_name, phone, location, state, crops_grown)
       values ($1, 'Sorted Farm', $2, '+2348031230000', 'Keffi', 'Nasarawa', '{Rice}') returning id`,
      [owner ? owner.id : null, contact],
    )
    return row?.id ?? ''
  }
  const last = await add('Aisha Bello', 'Zara Bello')
  const first = await add('Yemi Ade', 'Ada Ade')
  const between = await add('Musa Sani', null)
  const filters = { ids: [last, first, between].join(',') }
  expect(await idsOf({ list: 'farmers', sort: 'contact', filters })).toEqual([first, between, last])
  expect(await idsOf({ list: 'farmers', sort: 'contact_last', filters })).toEqual([last, between, first])
  // An account that is called otherwise, and who has none any more.
  const [owner] = await app.sql<{ user_id: string }>('select user_id from public.farmers where id = $1', [
    last,
  ])
  const changedAt = () => app.sql('select updated_at from public.farmers where id = $1', [last])
  const before = await changedAt()
  await app.sql(`update public.profiles set full_name = 'Abba Bello' where id = $1`, [owner?.user_id])
  // How long a registration is kept counts from its own last change.
  expect(await changedAt()).toEqual(before)
  expect(await idsOf({ list: 'farmers', sort: 'contact', filters })).toEqual([last, first, between])
  await app.sql('update public.farmers set user_id = null where id = $1', [first])
  expect(await idsOf({ list: 'farmers', sort: 'contact', filters })).toEqual([last, between, first])
  await app.sql(`update public.farmers set contact_name = 'Aba Sani' where id = $1`, [between])
  expect(await idsOf({ list: 'farmers', sort: 'contact', filters })).toEqual([between, last, first])
})

it.each([
  [
    'farmers',
    `(farm_name, location, contact_name, crops_grown) values ('Kept Farm', 'Keffi', 'Musa Sani', '{Rice}')`,
  ],
  [
    'investors',
    `(investor_type, contact_name, contact_email, contact_phone, investment_amount, currency, investment_amount_min)
     values ('individual', 'Musa Sani', 'musa@example.com', '+2348031239998', '1m-5m', 'NGN', 1000000)`,
  ],
])('what %s are ordered by is written by nobody else', async (table, row) => {
  const [added] = await app.sql<{ id: string; sort_contact: string }>(
    `insert into public.${table} ${row} returning id, sort_contact`,
  )
  expect(added?.sort_contact).toBe('musa sani')
  for (const person of [app.admin, app.member]) {
    const rename = `update public.${table} set sort_contact = 'a' where id = $1`
    expect((await app.refusalOf(person.caller, rename, [added?.id])).code).toBe('42501')
  }
})
