// What a list of the admin area shows beside its records: warnings, and who reads one.
import { afterAll, describe, expect, it } from 'vitest'
import type { Caller } from '#platform/database/caller.ts'
import { type Person, service } from '#tests/harness/migrated-database.ts'
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
    const matches = async (crop: string) => {
      const { ids } = await find({ list: 'orders', page_size: 500, filters: { crop } })
      return placed.filter(({ id }) => ids.includes(id)).map((order) => order.crop)
    }
    expect(await matches('rice')).toEqual(['Ofada Rice, Yam', 'Rice', 'Rice (parboiled)'])
    expect(await matches('Yam')).toEqual(['Ofada Rice, Yam', 'Yam'])
    expect(await matches("R'); drop table x; --")).toEqual([])
  })
})

describe('a filter', () => {
  const idsOf = async (values: Parameters<typeof find>[0]) => (await find({ page_size: 500, ...values })).ids
  const add = async (insert: string) => (await app.sql<{ id: string }>(`${insert} returning id`))[0]?.id ?? ''

  it('finds orders by their next step', async () => {
    const { id } = await app.placeOrder()
    const steps = [
      'to_quote',
      'waits_for_buyer',
      'needs_account',
      'paid_to_approve',
      'to_prepare',
      'to_complete',
    ]
    const stepsNow = async () => {
      const matches = await Promise.all(
        steps.map((step) => idsOf({ list: 'orders', filters: { step, ids: id } })),
      )
      return steps.filter((_, at) => matches[at]?.length)
    }
    const isQueued = async () => (await idsOf({ list: 'quotes', filters: { ids: id } })).length === 1
    const waiting = async () =>
      (await app.call<{ quotes: { waiting: number } }>(app.admin.caller, 'select public.admin_places()'))
        .quotes.waiting
    const change = (words: string) =>
      app.sql(`begin; set local session_replication_role = replica; ${words}; commit`)
    expect([await stepsNow(), await isQueued()]).toEqual([['to_quote'], true])
    const before = await waiting()
    const quote = {
      currency: 'NGN',
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      lines: [{ description: 'Cocoa Beans', quantity: 2, unit: 'Tons', priceKobo: 500_000 }],
      paymentTerms: '30% Advance 70% on Delivery',
    }
    const quoteId = await app.call<string>(app.admin.caller, 'select public.quote_order($1, $2)', [id, quote])
    expect([await stepsNow(), await isQueued(), await waiting()]).toEqual([
      ['waits_for_buyer'],
      false,
      before - 1,
    ])
    // With the buyer it is no place's work, but still among the orders without a price.
    expect(await idsOf({ list: 'quotes', only_status: 'pending', filters: { ids: id } })).toEqual([id])
    await change(`update public.quotes set expires_at = now() - interval '1 minute' where id = '${quoteId}'`)
    expect([await stepsNow(), await isQueued()]).toEqual([['to_quote'], true])
    await change(`update public.quotes set expires_at = now() + interval '1 day' where id = '${quoteId}'`)
    await app.call(app.member.caller, 'select public.make_counter_offer($1, $2)', [
      quoteId,
      { prices: ['400000'], paymentTerms: 'Bank Transfer', terms: { incoterms: 'FOB', namedPlace: 'Apapa' } },
    ])
    expect([await stepsNow(), await isQueued()]).toEqual([['to_quote'], true])
    await app.call(app.member.caller, 'select public.accept_quote($1, 1000000)', [quoteId])
    expect(await stepsNow()).toEqual(['paid_to_approve'])
    await app.call(app.admin.caller, `update public.orders set status = 'approved' where id = $1`, [id])
    // Nobody can pay it before there is an account.
    expect(await stepsNow()).toEqual(['needs_account'])
    await change(`insert into public.settlement_accounts (kind, bank_name, account_name, account_number, approved_at, effective_at, is_demo)
      values ('bank_account', 'Test Bank', 'Agrogreen', '0123456789', now(), now(), true)`)
    expect(await stepsNow()).toEqual(['waits_for_buyer'])
    // The row says the same, to those who read orders.
    const mayLeave = async (caller: Caller) =>
      (
        await app.as(
          caller,
          'select public.goods_may_leave(t) as may from public.orders as t where id = $1',
          [id],
        )
      ).rows
    expect(await mayLeave(app.admin.caller)).toEqual([{ may: false }])
    expect(await mayLeave(app.member.caller)).toEqual([{ may: null }])
    const pay = (kobo: number, reference: string) =>
      app.sql(
        `insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
         values ($1, 'receipt', $2, 'NGN', current_date, $3, $4)`,
        [id, kobo, reference, app.finance.id],
      )
    await pay(299_999, 'FT-STEP-1')
    expect(await stepsNow()).toEqual(['waits_for_buyer'])
    // The advance is there: the goods may leave, and the rest is due on delivery.
    await pay(1, 'FT-STEP-2')
    expect(await stepsNow()).toEqual(['to_prepare'])
    expect(await mayLeave(app.admin.caller)).toEqual([{ may: true }])
    await change(
      `update public.orders set payment_status = 'unpaid', credit_terms_reason = 'Known for years' where id = '${id}'`,
    )
    expect(await stepsNow()).toEqual(['to_prepare'])
    await change(`update public.orders set fulfilment_status = 'delivered' where id = '${id}'`)
    expect(await stepsNow()).toEqual(['to_complete'])
    // Delivered on no terms and not paid: only one of the two has it.
    await change(`update public.orders set credit_terms_reason = null where id = '${id}'`)
    expect(await stepsNow()).toEqual(['waits_for_buyer'])
    await change(`update public.orders set payment_status = 'confirmed' where id = '${id}'`)
    expect(await stepsNow()).toEqual(['to_complete'])
    expect(await idsOf({ list: 'orders', sort: 'total' })).toContain(id)
  })

  it('finds messages, applications and products by what they are', async () => {
    const message = await add(`insert into public.contact_messages (topic, name, email, message)
      values ('hr', 'Ada', 'ada@example.com', 'Is there a position in Kano?')`)
    // From the page of a registration: the form calls all of those general.
    const bound =
      await add(`insert into public.contact_messages (topic, name, email, message, about_type, about_id, about_reference)
      values ('general', 'Ada', 'ada@example.com', 'When do you come?', 'farmers', gen_random_uuid(), 'FM23-4567')`)
    const partner = await add(`insert into public.partnership_applications
      (partnership_type, company_name, contact_person, email, phone, country, business_description)
      values ('franchise', 'Ada Foods', 'Ada', 'ada@example.com', '+2348031234567', 'Ghana', 'Foods')`)
    const product = await add(`insert into public.products
      (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, state)
      values ('Kulikuli', 'Spices', 'A farm', 'Kano', 1, 'kg', 5000, 'Kano')`)
    const cases = [
      ['contact_messages', { topic: 'hr' }, { topic: 'general' }, message],
      ['contact_messages', { topic: 'farmers' }, { topic: 'general' }, bound],
      ['contact_messages', { topic: 'farmers' }, { topic: 'buyers' }, bound],
      ['partnership_applications', { partnership_type: 'franchise' }, { partnership_type: 'x' }, partner],
      ['products', { category: 'Spices' }, { category: 'Oil' }, product],
      ['products', { photo: 'missing', state: 'Kano' }, { state: 'Lagos' }, product],
    ] as const
    for (const [list, right, wrong, id] of cases) {
      expect([right, await idsOf({ list, filters: right })]).toEqual([right, expect.arrayContaining([id])])
      expect([wrong, await idsOf({ list, filters: wrong })]).toEqual([
        wrong,
        expect.not.arrayContaining([id]),
      ])
    }
    const [position] = await app.sql<{ id: string; title: string }>(
      'select id, title from public.career_positions order by id limit 1',
    )
    const apply = (of: string) =>
      add(`insert into public.job_applications (full_name, email, phone, position_id, position_title, cv_path, cv_name, cv_type, cv_bytes)
        values ('Ada Obi', 'ada@example.com', '+2348031234567', ${of}, gen_random_uuid() || '.pdf', 'cv.pdf', 'application/pdf', 10)`)
    const applied = await apply(`'${position?.id}', '${position?.title}'`)
    const general = await apply('null, null')
    // Their position is gone from the site: it was not for any.
    await apply(`null, 'Field Assistant'`)
    for (const [value, ids] of [
      [position?.id ?? '', [applied]],
      ['general', [general]],
      ['none', []],
    ] as const)
      expect(await idsOf({ list: 'job_applications', filters: { position: value } })).toEqual(ids)
    expect((await idsOf({ list: 'job_applications', sort: 'position' }))[0]).toBe(general)
    expect((await idsOf({ list: 'job_applications', sort: 'position_last' })).at(-1)).toBe(general)
    // Who wrote again waits for our answer.
    const reply = {
      from: 'ada@example.com',
      messageId: '<again@example.com>',
      body: 'I ask again.',
      files: [],
      filesLeftOut: 0,
    }
    expect(await idsOf({ list: 'contact_messages', filters: { reply: 'waiting' } })).toEqual([])
    await app.call(service, 'select private.take_reply($1, $2, $3)', ['contact_messages', message, reply])
    expect(await idsOf({ list: 'contact_messages', filters: { reply: 'waiting' } })).toEqual([message])
  })

  it('orders products by what is on hand, what is reserved with it', async () => {
    const [much, little, noLimit] = await Promise.all(
      ['5', '8', 'null'].map((stock) =>
        add(`insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock)
          values ('Stored rice', 'Grains', 'A farm', 'Jos', 50, 'kg', 5000000, ${stock})`),
      ),
    )
    await app.sql(
      `insert into public.stock_movements (product_id, reason, available_change, reserved_change)
       values ($1, 'reserved', -10, 10), ($1, 'reserved', -3, 3)`,
      [much],
    )
    const search = 'Stored rice'
    expect(await idsOf({ list: 'products', search, sort: 'stock' })).toEqual([little, much, noLimit])
    expect(await idsOf({ list: 'products', search, sort: 'stock_last' })).toEqual([noLimit, much, little])
  })

  it('finds orders by the state they go to: the end of the address, not a road that is called after one', async () => {
    const addresses = [
      '12 Market Road, Bauchi/Kano',
      'Kanoya Street 3, Abuja',
      '12 Kano Road, Lagos',
      'Mill 4, Bodinga, Sokoto',
      'Silo 2, Bodija Ibadan Oyo State.',
      'Kano Road, Niamey',
      'Store 7, Onitsha Anambra State. Nigeria',
      'Warehouse 1, Gboko Benue 970001 Nigeria',
    ]
    const placed = await Promise.all(
      addresses.map(async (address) => {
        const { id } = await app.placeOrder(await app.app.addPerson())
        await app.sql('update public.orders set delivery_address = $2 where id = $1', [id, address])
        return id
      }),
    )
    const inState = async (state: string) => {
      const ids = await idsOf({ list: 'orders', filters: { state } })
      return addresses.filter((_, nr) => ids.includes(placed[nr] ?? ''))
    }
    expect(await inState('Kano')).toEqual([addresses[0]])
    expect(await inState('FCT')).toEqual([addresses[1]])
    expect(await inState('Lagos')).toEqual([addresses[2]])
    expect(await inState('Sokoto')).toEqual([addresses[3]])
    expect(await inState('Oyo')).toEqual([addresses[4]])
    expect(await inState('Anambra')).toEqual([addresses[6]])
    expect(await inState('Benue')).toEqual([addresses[7]])
    expect(await inState("K'.*%")).toEqual([])
    await app.sql('begin; set local enable_seqscan = off; set local enable_bitmapscan = off')
    const plan = await app
      .sql(
        `explain select id from private.orders_list where delivery_state = 'Kano' order by created_at desc, id limit 10`,
      )
      .finally(() => app.sql('rollback'))
    expect(JSON.stringify(plan)).toContain('orders_delivery_state_idx')
  })

  it.each(['waits_for_buyer', 'needs_account'])(
    'finds what %s by its index alone, and calls nothing for each order',
    async (column) => {
      await app.sql('begin; set local enable_seqscan = off; set local enable_bitmapscan = off')
      const plan = await app
        .sql<{ 'QUERY PLAN': string }>(
          `explain select count(*) from private.orders_list as t where t.${column}`,
        )
        .finally(() => app.sql('rollback'))
      const steps = plan.map((row) => row['QUERY PLAN'])
      const orders = steps.findIndex((step) => step.includes(' on orders t '))
      expect(steps[orders]).toContain('Index Only Scan using orders_unpaid_idx')
      expect(steps[orders + 1]).toContain('Filter: ')
      expect(steps[orders + 1]).not.toContain('private.')
    },
  )

  it('finds whose photo is missing by an index alone', async () => {
    for (const table of ['farmers', 'training_enrolments', 'buyers']) {
      await app.sql('begin; set local enable_seqscan = off; set local enable_bitmapscan = off')
      const plan = await app
        .sql(`explain select id from public.${table} where not has_photo order by id`)
        .finally(() => app.sql('rollback'))
      expect(JSON.stringify(plan)).toContain(`Index Only Scan using ${table}_photo_missing_idx`)
    }
  })

  it('begins what is late with what was due first', async () => {
    const { id } = await app.placeOrder(await app.app.addPerson())
    const other = (await app.placeOrder(await app.app.addPerson())).id
    // Rung up, it has until the decision; the later one was due with the call that nobody made.
    await app.as(app.admin.caller, `select public.log_first_contact('orders', $1)`, [id])
    await app.age('orders', id, '20 days 5 hours')
    await app.age('orders', other, '20 days')
    const late = await idsOf({ list: 'orders', only_overdue: true, filters: { ids: `${id},${other}` } })
    expect(late).toEqual([other, id])
  })
})

describe('what a row warns of', () => {
  it('is a dispute, a missing price and what is due and not there of an order', async () => {
    const { id } = await app.placeOrder(await app.app.addPerson())
    const flags = async () =>
      (await app.as(app.admin.caller, `select flags from public.find_record_flags('orders', $1)`, [[id]]))
        .rows
    expect(await flags()).toEqual([{ flags: ['unquoted'] }])
    await app.sql(`begin; set local session_replication_role = replica;
      update public.orders set total_amount_kobo = 500, fulfilment_status = 'disputed' where id = '${id}'; commit`)
    expect(await flags()).toEqual([{ flags: ['disputed'] }])
    // Who has paid a part is underpaid only where more of it is due.
    await app.sql(`begin; set local session_replication_role = replica;
      update public.orders set payment_status = 'underpaid' where id = '${id}'; commit`)
    expect(await flags()).toEqual([{ flags: ['disputed', 'underpaid'] }])
    await app.sql(`insert into public.order_instalments (order_id, position, percent, due, amount_kobo)
      values ('${id}', 1, 100, 'on_delivery', 500)`)
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

  it('is a twin by all that the drawer warns of but a name alone, to those who may read both, also of before', async () => {
    let sent = 0
    /** What nobody else in this file has, but for what is handed in. */
    const send = (
      form: 'investor_individual' | 'investor_crypto' | 'farmer',
      answers: object,
      person?: Person,
    ) => {
      const nr = ++sent
      const wallet = { sidraWalletAddress: `0x${String(nr).padStart(40, 'c')}` }
      const own = {
        fullName: `${'abcdefghijklmnopqrst'[nr]}${'abcdefghijklmnopqrst'[nr]} Unlike`,
        dateOfBirth: `19${50 + nr}-03-04`,
        email: `sign-${nr}@example.com`,
        ...(form === 'farmer'
          ? { phoneNumber: `0809 710 10${10 + nr}` }
          : { phone: `0809 710 10${10 + nr}`, validIdType: 'passport', idNumber: `B0700${1000 + nr}` }),
        ...(form === 'investor_individual' && {
          bvn: `223450000${10 + nr}`,
          accountNumber: `00007100${10 + nr}`,
        }),
        ...(form === 'investor_crypto' && wallet),
      }
      return app.registrations.send(form, { answers: { ...own, ...answers }, ...(person && { person }) })
    }
    const member = await app.app.addPerson()
    const wallet = { sidraWalletAddress: `0x${'d'.repeat(40)}` }
    const pairs = [
      ['same_bvn', 'investor_individual', { bvn: '22345999901' }],
      ['same_idNumber', 'investor_individual', { validIdType: 'passport', idNumber: 'B09999901' }],
      ['same_accountNumber', 'investor_individual', { accountNumber: '0099999901' }],
      ['same_sidraWalletAddress', 'investor_crypto', wallet],
      ['same_email', 'farmer', { email: 'Shared.Sign@example.com' }],
      ['same_member', 'farmer', {}],
      ['same_name', 'farmer', { fullName: 'Zubairu Zakari' }],
    ] as const
    const all: { reason: string; table: string; ids: string[] }[] = []
    for (const [reason, form, answers] of pairs) {
      const person = reason === 'same_member' ? member : undefined
      const one = await send(form, answers, person)
      const two = await send(form, answers, person)
      all.push({ reason, table: one.stored.recordType, ids: [one.stored.id, two.stored.id] })
    }
    // Of two kinds: an investor with the e-mail address of a farmer.
    const farmer = await send('farmer', { email: 'both-kinds@example.com' })
    const investor = await send('investor_individual', { email: 'both-kinds@example.com' })
    const flagged = async (caller: Caller, table: string, ids: string[]) => {
      const { rows } = await app.as<{ record_id: string; flags: string[] }>(
        caller,
        'select * from public.find_record_flags($1, $2)',
        [table, ids],
      )
      return ids.map((id) => rows.some(({ record_id, flags }) => record_id === id && flags.includes('twin')))
    }
    const check = async () => {
      for (const { reason, table, ids } of all) {
        const { rows } = await app.as<{ other_id: string; reasons: string[] }>(
          app.admin.caller,
          'select other_id, reasons from public.find_duplicates($1, $2)',
          [table, ids[0]],
        )
        expect(rows.find(({ other_id }) => other_id === ids[1])?.reasons).toEqual([reason])
        const isListed = reason !== 'same_name'
        expect([reason, await flagged(app.admin.caller, table, ids)]).toEqual([reason, [isListed, isListed]])
        const { ids: found } = await find({ list: table, page_size: 500, filters: { twin: 'possible' } })
        expect([reason, ids.filter((id) => found.includes(id))]).toEqual([reason, isListed ? ids : []])
      }
      expect(await flagged(app.admin.caller, 'farmers', [farmer.stored.id])).toEqual([true])
      expect(await flagged(app.admin.caller, 'investors', [investor.stored.id])).toEqual([true])
    }
    await check()
    // Who may not read the other kind does not hear that there is one.
    const grant = `('field_agent', 'farmers.read')`
    await app.sql(`insert into public.role_permissions (role, permission) values ${grant}`)
    expect(await flagged(app.agent.caller, 'farmers', [farmer.stored.id])).toEqual([false])
    await app.sql(`delete from public.role_permissions where (role, permission) = ${grant}`)
    // As the migration does for registrations of before.
    await app.sql('truncate private.twins')
    await app.sql('select private.find_twins(array(select id from private.registrations))')
    await check()
    // What they had in common is gone, from the account, the form or the vault.
    const twins = async (reason: string) => {
      const { ids = [] } = all.find((pair) => pair.reason === reason) ?? {}
      return (await app.sql('select from private.open_twins where record_id = any ($1)', [ids])).length
    }
    const firstOf = (reason: string) => all.find((pair) => pair.reason === reason)?.ids[0]
    await app.sql('update public.farmers set contact_email = $2 where id = $1', [
      firstOf('same_email'),
      'other-sign@example.com',
    ])
    await app.sql('update public.farmers set user_id = null where id = $1', [firstOf('same_member')])
    await app.sql(`delete from app_vault.secrets where record_id = $1 and field = 'bvn'`, [
      firstOf('same_bvn'),
    ])
    for (const reason of ['same_email', 'same_member', 'same_bvn'])
      expect([reason, await twins(reason)]).toEqual([reason, 0])
    expect(await twins('same_idNumber')).toBe(2)
  })

  it.each([
    ['number', `'+2348097001009', null`, `'+2348097001009', null`],
    ['e-mail address', `'+2348097001010', 'Moment@example.com'`, `'+2348097001011', 'moment@example.com'`],
  ])('is a twin of who came in the same moment, by a %s', async (_, ...contacts) => {
    const clients = await Promise.all([app.owner.connect(), app.owner.connect()])
    const ids: string[] = []
    try {
      // Both are written before either is there for the other.
      for (const [nr, client] of clients.entries()) {
        await client.query('begin')
        const insert = `insert into public.farmers (farm_name, location, crops_grown, phone, contact_email)
          values ('Twin Farm', 'Kano', '{Maize}', ${contacts[nr]}) returning id`
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
    const rows = await app.sql<{ id: string }>(`select id from public.farmers as t order by id limit 20`)
    const hasTwin = async (id: string) => {
      const { rows } = await app.as<{ reasons: string[] }>(
        app.reviewer.caller,
        `select reasons from public.find_duplicates('farmers', $1)`,
        [id],
      )
      return rows.some(({ reasons }) => reasons.some((reason) => reason !== 'same_name'))
    }
    const flags = await app.as<{ record_id: string; flags: string[] }>(
      app.reviewer.caller,
      `select * from public.find_record_flags('farmers', $1)`,
      [rows.map(({ id }) => id)],
    )
    for (const { id } of rows) {
      const matches = flags.rows.find(({ record_id }) => record_id === id)?.flags ?? []
      expect(matches.includes('twin')).toBe(await hasTwin(id))
      expect(matches).toContain('photo')
    }
    expect(
      (await app.refusalOf(app.finance.caller, `select public.find_record_flags('farmers', '{}')`)).code,
    ).toBe('42501')
  })

  it('is how somebody without an address of mail hears of a decision, or that they do not: of a registration, unless a correction holds it, and of an order', async () => {
    const { stored } = await app.registrations.send('farmer')
    const flags = async (list: string, id: string | undefined) =>
      (
        await app.as<{ flags: string[] }>(
          app.admin.caller,
          'select flags from public.find_record_flags($1, $2)',
          [list, [id]],
        )
      ).rows[0]?.flags
    const ways = async (list: string, of: string | undefined) =>
      (await flags(list, of))?.filter((flag) => ['by_text', 'by_phone', 'untold'].includes(flag))
    const setTexts = (value: string) =>
      app.sql(
        `insert into private.app_settings (name, value) values ('sms', $1) on conflict (name) do update set value = excluded.value`,
        [value],
      )
    const change = (sql: string) =>
      app.sql(`begin; set local session_replication_role = replica; ${sql}; commit`)
    expect(await ways('farmers', stored.id)).toEqual([])
    await change(`update public.farmers set contact_email = null where id = '${stored.id}'`)
    expect(await ways('farmers', stored.id)).toEqual(['by_phone'])
    await setTexts('on')
    expect(await ways('farmers', stored.id)).toEqual(['by_text'])
    await setTexts('off')
    const { stored: silent } = await app.registrations.send('farmer')
    await change(
      `update public.farmers set contact_email = null, phone = '0000000000' where id = '${silent.id}'`,
    )
    expect(await ways('farmers', silent.id)).toEqual(['untold'])
    await app.call(app.admin.caller, 'select public.request_correction($1, $2, $3, $4)', [
      'farmers',
      stored.id,
      JSON.stringify([{ field: 'city', note: 'Which one?' }]),
      null,
    ])
    expect(await flags('farmers', stored.id)).toContain('correction')
    expect(await ways('farmers', stored.id)).toEqual([])
    const { id } = await app.placeOrder(await app.app.addPerson())
    expect(await ways('orders', id)).toEqual([])
    await change(`delete from public.order_requests where order_id = '${id}'; delete from public.order_contacts where order_id = '${id}';
      update public.orders set user_id = null where id = '${id}'`)
    await setTexts('on')
    expect(await ways('orders', id)).toEqual(['untold'])
    await change(
      `insert into public.order_contacts (order_id, name, phone, state, lga)
      values ('${id}', 'Ada', '+2348031234567', 'Kano', 'Gwale')`,
    )
    expect(await ways('orders', id)).toEqual(['by_text'])
    await setTexts('off')
    // No list names whom to ring up about an order.
    expect(await ways('orders', id)).toEqual(['untold'])
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
