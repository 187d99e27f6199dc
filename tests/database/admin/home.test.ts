// The home and the side bar of staff by function: what waits by place, what is one's own, and the money of the day, by right.
import { afterAll, describe, expect, it } from 'vitest'
import type { PlaceCounts } from '#domain/admin/admin.ts'
import type { AdminHome } from '#domain/admin/home.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())

const placesOf = (person: { caller: Parameters<typeof app.call>[0] }) =>
  app.call<PlaceCounts>(person.caller, 'select public.admin_places()')
const homeOf = (person: { caller: Parameters<typeof app.call>[0] }) =>
  app.call<AdminHome>(person.caller, 'select public.admin_home()')

describe('the side bar', () => {
  it('is refused to visitors, and counts nothing for members', async () => {
    expect((await app.refusalOf(anonymous, 'select public.admin_places()')).code).toBe('42501')
    expect(await placesOf(app.member)).toEqual({})
  })

  it('counts what waits and what is late, in the places that a role opens', async () => {
    const before = (await placesOf(app.admin)).farmers?.waiting ?? 0
    const [late, recent, decided] = [await app.addFarmer(), await app.addFarmer(), await app.addFarmer()]
    await app.age('farmers', late, '30 days')
    await app.sql(`update public.farmers set status = 'approved' where id = $1`, [decided])
    expect(recent).not.toBe(late)
    const places = await placesOf(app.reviewer)
    expect(places.farmers).toMatchObject({ waiting: before + 2, late: 1 })
    expect(Date.parse(places.farmers?.oldestDueAt ?? '')).toBeLessThan(Date.now())
    expect(Object.keys(places)).not.toEqual(expect.arrayContaining(['orders']))
    expect(Object.keys(await placesOf(app.finance)).sort()).toEqual([
      'accounts',
      'orders',
      'payments',
      'tasks',
    ])
    expect(Object.keys(await placesOf(app.content)).sort()).toEqual(['listings', 'tasks'])
  })

  it('opens corrections and people to phone by the right to any registration, and counts those alone', async () => {
    await app.sql(`insert into public.farmers (farm_name, location, contact_name, phone, crops_grown)
      values ('Ring Farm', 'Kano', 'Ada Obi', '+2348035510011', '{Maize}')`)
    await app.sql(
      `insert into public.roles (name, title, description) values ('own_buyers', 'Buyers', 'Knows buyers')`,
    )
    await app.sql(`insert into public.role_permissions (role, permission)
      values ('own_buyers', 'buyers.read'), ('own_buyers', 'buyers.decide')`)
    const person = await app.app.addPerson()
    await app.sql(`insert into public.user_roles (user_id, role) values ($1, 'own_buyers')`, [person.id])
    const places = await placesOf(person)
    expect(Object.keys(places).sort()).toEqual(['buyers', 'corrections', 'people-to-phone'])
    expect(places['people-to-phone']?.waiting).toBe(0)
    expect((await placesOf(app.reviewer))['people-to-phone']?.waiting).toBeGreaterThan(0)
  })

  it('counts the failed mails that its reader may see, and no others', async () => {
    await app.sql(`insert into private.mail_outbox (template, recipient, data, status)
      select 'registration_approved', 'ada@example.com',
        jsonb_build_object('record_type', kind, 'record_id', gen_random_uuid()), 'failed'
      from unnest(array['orders', 'farmers']) as kind`)
    expect((await placesOf(app.admin)).mails?.waiting).toBe(2)
    expect((await placesOf(app.reviewer)).mails?.waiting).toBe(1)
  })
})

describe('an order that waits for its buyer', () => {
  const offer = (priceKobo = 500_000) => ({
    currency: 'NGN',
    expiresAt: new Date(Date.now() + 14 * 86_400_000).toISOString(),
    lines: [{ description: 'Cocoa Beans', quantity: 2, unit: 'Tons', priceKobo }],
    paymentTerms: 'Bank Transfer',
  })

  it('is neither late nor to decide while its quote is open, and both once the buyer answers otherwise', async () => {
    const strong = withSecondFactor(app.admin)
    // Nothing else is late.
    await app.sql(`update public.farmers set status = 'approved' where status = 'pending'`)
    const { id } = await app.placeOrder()
    await app.age('orders', id, '5 days')
    await app.as(app.admin.caller, `select public.assign_record('orders', $1, $2)`, [id, app.admin.id])
    const standing = async () => ({
      orders: (await placesOf(app.admin)).orders,
      quotes: (await placesOf(app.admin)).quotes,
      overdue: (await app.find({ list: 'orders', only_overdue: true, filters: { ids: id } })).count,
      row: (
        await app.as<{ due_at: string | null }>(
          strong,
          `select due_at from public.find_record_work('orders', $1)`,
          [[id]],
        )
      ).rows[0]?.due_at,
      mine: (await homeOf(app.admin)).mine.first.find(({ recordId }) => recordId === id)?.dueAt,
    })
    const late = {
      orders: { waiting: 1, late: 1 },
      quotes: { waiting: 1, late: 1 },
      overdue: 1,
      row: expect.anything(),
      mine: expect.anything(),
    }
    expect(await standing()).toMatchObject(late)
    const quoteId = await app.call<string>(strong, 'select public.quote_order($1, $2)', [id, offer()])
    const none = { waiting: 0, late: 0, oldestDueAt: null }
    expect(await standing()).toEqual({ orders: none, quotes: none, overdue: 0, row: null, mine: null })
    const mailed = () => app.call<number>(service, 'select private.send_morning_mails(now())')
    expect(await mailed()).toBe(0)
    await app.call(app.member.caller, 'select public.make_counter_offer($1, $2)', [
      quoteId,
      { prices: ['400000'], paymentTerms: 'Bank Transfer', terms: { incoterms: 'FOB', namedPlace: 'Apapa' } },
    ])
    expect(await standing()).toMatchObject(late)
    expect(await mailed()).toBe(1)
    await app.sql(`update public.orders set status = 'declined', decline_reason = 'No stock' where id = $1`, [
      id,
    ])
  })

  it('is not counted among those to decide, if it is a basket without its money', async () => {
    const waiting = async () => (await placesOf(app.admin)).orders?.waiting
    const withoutAccount = async () => (await placesOf(app.admin)).accounts?.waiting
    const before = Number(await waiting())
    const unpayable = Number(await withoutAccount())
    const { id } = await app.placeOrder()
    const set = (words: string) =>
      app.sql(`begin; set local session_replication_role = replica;
        update public.orders set ${words} where id = '${id}'; commit`)
    await set(`kind = 'marketplace', total_amount_kobo = 100, expires_at = now() + interval '1 day'`)
    // There is no account yet that its buyer could pay to.
    expect([await waiting(), await withoutAccount()]).toEqual([before, unpayable + 1])
    await set(`payment_status = 'confirmed'`)
    expect([await waiting(), await withoutAccount()]).toEqual([before + 1, unpayable])
  })
})

describe('the home of staff', () => {
  it('has no news on a first visit', async () => {
    const colleague = await app.addPerson({ role: 'reviewer' })
    expect((await homeOf(colleague)).news).toBeNull()
    expect((await homeOf(colleague)).news).toBeNull()
  })

  it('is refused to members and visitors', async () => {
    for (const caller of [anonymous, app.member.caller])
      expect((await app.refusalOf(caller, 'select public.admin_home()')).code).toBe('42501')
  })

  it('says what is assigned to its reader, until it is done', async () => {
    const id = await app.addFarmer()
    await app.as(app.reviewer.caller, `select public.assign_record('farmers', $1, $2)`, [id, app.reviewer.id])
    expect((await homeOf(app.reviewer)).mine).toMatchObject({
      count: 1,
      first: [{ recordType: 'farmers', recordId: id }],
    })
    expect((await homeOf(app.admin)).mine.count).toBe(0)
    await app.sql(`update public.farmers set status = 'approved' where id = $1`, [id])
    expect((await homeOf(app.reviewer)).mine).toEqual({ count: 0, first: [] })
  })

  it('lists what came in and what colleagues decided since the last visit, of what the reader may read', async () => {
    for (const person of [app.admin, app.reviewer, app.finance]) await homeOf(person)
    await app.sql(
      `update private.staff_visits set seen_at = now() - interval '2 hours' where user_id = any ($1)`,
      [[app.admin.id, app.reviewer.id, app.finance.id]],
    )
    await app.sql(`update public.farmers set created_at = now() - interval '1 day'`)
    const id = await app.addFarmer()
    await app.as(withSecondFactor(app.admin), `update public.farmers set status = 'approved' where id = $1`, [
      id,
    ])
    const order = await app.placeOrder()
    await app.sql(
      `insert into public.order_events (order_id, axis, to_value) values ($1, 'payment', 'claimed'), ($1, 'payment', 'confirmed')`,
      [order.id],
    )
    await app.sql(`insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo)
      values ('Ofada rice', 'Grains', 'A farm', 'Jos', 50, 'kg', 5000000)`)
    expect((await homeOf(app.admin)).news?.arrived.products).toBe(1)
    const { news } = await homeOf(app.reviewer)
    expect(news?.moved).toBe(0)
    expect(news?.arrived.farmers).toBe(1)
    expect(Date.now() - Date.parse(news?.since ?? '')).toBeGreaterThan(3_600_000)
    const { news: ofFinance } = await homeOf(app.finance)
    expect(ofFinance?.moved).toBe(1)
    expect(ofFinance?.arrived.products).toBeUndefined()
    expect(ofFinance?.arrived.farmers).toBeUndefined()
    expect(ofFinance?.decided.farmers).toBeUndefined()
  })

  it('counts as decided what a colleague decided: no reopening, nothing that nobody of the staff did', async () => {
    const countDecided = async () => {
      await homeOf(app.reviewer)
      await app.sql(
        `update private.staff_visits set seen_at = now() - interval '2 hours' where user_id = $1`,
        [app.reviewer.id],
      )
      return (await homeOf(app.reviewer)).news?.decided.contact_messages ?? 0
    }
    const [message] = await app.sql(`insert into public.contact_messages (topic, name, email, message)
      values ('general', 'Ada Obi', 'ada@example.com', 'Do you buy ginger?') returning id`)
    const setStatus = (status: string) =>
      app.as(
        withSecondFactor(app.admin),
        `update public.contact_messages set status = '${status}' where id = $1`,
        [message?.id],
      )
    const before = await countDecided()
    await setStatus('completed')
    expect(await countDecided()).toBe(before + 1)
    await setStatus('pending')
    await app.sql(`update public.contact_messages set status = 'completed' where id = $1`, [message?.id])
    expect(await countDecided()).toBe(before + 1)
  })

  it('shows the money of the day to those who confirm payments alone', async () => {
    const order = await app.placeOrder()
    await app.sql(`update public.orders set total_amount_kobo = 500000, status = 'approved' where id = $1`, [
      order.id,
    ])
    expect((await homeOf(app.reviewer)).money).toBeNull()
    expect((await homeOf(app.finance)).money).toContainEqual({
      currency: 'NGN',
      part: 'outstanding',
      entries: 1,
      amountKobo: 500000,
    })
    await app.sql(
      `insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
       values ($1, 'receipt', 200000, 'NGN', current_date, 'FT-HOME-1', $2)`,
      [order.id, app.finance.id],
    )
    const { money } = await homeOf(app.finance)
    expect(money).toContainEqual({ currency: 'NGN', part: 'received', entries: 1, amountKobo: 200000 })
    expect(money).toContainEqual({ currency: 'NGN', part: 'outstanding', entries: 1, amountKobo: 300000 })
    // Each figure opens the list of what it counts.
    const listed = async (filters: Record<string, string>) =>
      (await app.find({ list: 'orders', filters }, app.finance.caller)).ids
    const [{ day, before } = { day: '', before: '' }] = await app.sql<{ day: string; before: string }>(
      `select day::text, (day - 1)::text as before from (select (now() at time zone 'Africa/Lagos')::date) as today (day)`,
    )
    expect(await listed({ money: 'outstanding' })).toEqual([order.id])
    expect(await listed({ received: day })).toEqual([order.id])
    expect(await listed({ received: before })).toEqual([])
    for (const part of ['claimed', 'to_refund'])
      expect(await listed({ money: part })).toHaveLength(
        money?.find((sum) => sum.part === part)?.entries ?? 0,
      )
    await app.sql(`begin; set local session_replication_role = replica;
      update public.orders set payment_status = 'claimed', refund_due_kobo = 5 where id = '${order.id}'; commit`)
    for (const part of ['claimed', 'to_refund']) expect(await listed({ money: part })).toEqual([order.id])
    expect(
      (
        await app.refusalOf(
          app.finance.caller,
          `select public.find_records('orders', filters => '{"money": "x"}')`,
        )
      ).code,
    ).toBe('22023')
  })

  it('lists what the company lacks, to those who can mend it', async () => {
    expect((await homeOf(app.admin)).missing).toEqual(
      expect.arrayContaining(['bank_account', 'second_admin']),
    )
    await app.app.addPerson({ role: 'admin' })
    expect((await homeOf(app.admin)).missing).not.toContain('second_admin')
    expect((await homeOf(app.reviewer)).missing).toEqual([])
    // Editors of content write no text of law.
    expect((await homeOf(app.content)).missing).toEqual(['products'])
  })
})

describe('a place of the side bar', () => {
  it('counts as waiting, and as late, what its list shows as such', async () => {
    const late = await app.addFarmer()
    await app.age('farmers', late, '30 days')
    await app.age('orders', (await app.placeOrder()).id, '5 days')
    await app.sql(`insert into public.contact_messages (topic, name, email, message, created_at)
      values ('general', 'Ada Obi', 'ada@example.com', 'Do you buy ginger?', now() - interval '3 days')`)
    const places = await placesOf(app.admin)
    /** By what each place of a list is filtered there. */
    const shown: Record<string, { list: string } & Record<string, unknown>> = {
      orders: { list: 'orders', filters: { step: 'to_decide' } },
      quotes: { list: 'quotes' },
      payments: { list: 'payments' },
      disputes: { list: 'disputes' },
      letters: { list: 'orders', filters: { step: 'letter_with_us' } },
      accounts: { list: 'orders', filters: { step: 'needs_account' } },
      listings: { list: 'products', only_status: 'pending' },
      farmers: { list: 'farmers', only_status: 'pending' },
      training: { list: 'training_enrolments', only_status: 'pending' },
      buyers: { list: 'buyers', only_status: 'pending' },
      investors: { list: 'investors', only_status: 'pending' },
      messages: { list: 'contact_messages', only_status: 'pending' },
      partnership: { list: 'partnership_applications', only_status: 'pending' },
      'job-applications': { list: 'job_applications', only_status: 'pending' },
    }
    // These are no lists of find_records.
    const others = ['corrections', 'people-to-phone', 'breaches', 'mails', 'tasks']
    expect(Object.keys(places).sort()).toEqual([...Object.keys(shown), ...others].sort())
    const withoutDays = ['payments', 'disputes', 'letters', 'accounts', 'listings']
    const counted = Object.entries(shown).map(async ([place, list]) => [
      place,
      (await app.find(list)).count,
      withoutDays.includes(place) ? 0 : (await app.find({ ...list, only_overdue: true })).count,
    ])
    expect(await Promise.all(counted)).toEqual(
      Object.keys(shown).map((place) => [place, places[place]?.waiting, places[place]?.late]),
    )
    for (const place of ['orders', 'farmers', 'messages']) expect(places[place]?.late).toBeGreaterThan(0)
  })
})
