// Farmers, buyers and investors: who registers, who decides, and what an attacker with the client library gets.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { registrationRecordTypes } from '#domain/record-types.ts'
import { openApp, type Person } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'

const app = await openApp()
const admin = await app.addPerson({ role: 'admin' })
const reviewer = await app.addPerson({ role: 'reviewer' })
afterAll(() => app.close())

/** An insert with exactly the specification's columns (section 7), as the client library sends it. */
function insertBuyer(columns: Record<string, unknown>): [string, unknown[]] {
  const names = Object.keys(columns)
  const places = names.map((_, index) => `$${index + 1}`)
  return [
    `insert into public.buyers (${names.join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(columns),
  ]
}

function individual(person: Person, changes: object = {}) {
  return {
    user_id: person.id,
    buyer_type: 'individual',
    company_name: null,
    business_type: 'restaurant',
    address: '12 Marina Road',
    city: 'Lagos',
    state: 'Lagos',
    country: 'Nigeria',
    status: 'pending',
    ...changes,
  }
}

function corporate(person: Person, changes: object = {}) {
  return {
    ...individual(person),
    buyer_type: 'corporate',
    company_name: 'Ada Exports Ltd',
    registration_number: 'RC123456',
    business_type: 'exporter',
    annual_revenue: 101,
    ...changes,
  }
}

async function addRecord(table: (typeof registrationRecordTypes)[number], person: Person): Promise<string> {
  const columns = {
    farmers: `(user_id, farm_name, location, crops_grown) values ($1, 'Keffi Farm', 'Keffi', array['Ginger'])`,
    buyers: `(user_id, buyer_type, business_type, address, city, state, country)
      values ($1, 'individual', 'retailer', '12 Marina Road', 'Lagos', 'Lagos', 'Nigeria')`,
    investors: `(user_id, investor_type, investment_amount) values ($1, 'individual', '1m-5m')`,
    training_enrolments: `(user_id, contact_name, phone, city, state, education_level, experience, motivation, training_goals)
      values ($1, 'Ada Obi', '+2348031234567', 'Keffi', 'Nasarawa', 'primary', 'basic', 'To learn about layers', 'Two hundred layers')`,
  }
  const { rows } = await app.owner.query(`insert into public.${table} ${columns[table]} returning id`, [
    person.id,
  ])
  return rows[0].id
}

describe('registering as a buyer', () => {
  it('is refused in another person’s name, or with a status of one’s own choice', async () => {
    const person = await app.addPerson()
    const victim = await app.addPerson()
    for (const forged of [
      individual(victim),
      individual(person, { user_id: null }),
      individual(person, { status: 'approved' }),
      individual(person, { status: 'declined' }),
      individual(person, { decline_reason: 'x' }),
      individual(person, { is_demo: true }),
      individual(person, { created_at: '2001-01-01' }),
      corporate(person, { status: 'approved' }),
    ]) {
      expect((await app.refusalOf(person.caller, ...insertBuyer(forged))).code, JSON.stringify(forged)).toBe(
        '42501',
      )
    }
  })

  it('takes the specification’s columns, with status pending or without one', async () => {
    const person = await app.addPerson()
    const first = await app.as(person.caller, ...insertBuyer(individual(person)))
    expect(first.rows[0]).toMatchObject({ status: 'pending', user_id: person.id })
    const { status: _, ...withoutStatus } = corporate(person)
    const second = await app.as(person.caller, ...insertBuyer(withoutStatus))
    expect(second.rows[0]).toMatchObject({ status: 'pending', annual_revenue: '101' })
  })

  it('refuses answers that the forms do not offer', async () => {
    const person = await app.addPerson()
    for (const wrong of [
      individual(person, { buyer_type: 'state' }),
      individual(person, { business_type: 'exporter' }),
      corporate(person, { business_type: 'restaurant' }),
      corporate(person, { company_name: null }),
      corporate(person, { company_name: '<b></b>' }),
      corporate(person, { registration_number: '1234' }),
      individual(person, { address: 'short' }),
      individual(person, { city: 'x' }),
      individual(person, { state: 'Ashanti' }),
      individual(person, { state: 'lagos', country: ' NIGERIA ' }),
      corporate(person, { state: 'Atlantis' }),
      corporate(person, { annual_revenue: -1 }),
    ]) {
      expect((await app.refusalOf(person.caller, ...insertBuyer(wrong))).code, JSON.stringify(wrong)).toBe(
        '23514',
      )
    }
  })

  it('takes a state of any name from another country', async () => {
    const person = await app.addPerson()
    const abroad = { state: 'Ashanti', country: 'Ghana' }
    const { rows } = await app.as(person.caller, ...insertBuyer(individual(person, abroad)))
    expect(rows[0]).toMatchObject(abroad)
  })

  it('keeps one open record for each person and type; a declined user may apply again', async () => {
    const person = await app.addPerson()
    const { rows } = await app.as<{ id: string }>(person.caller, ...insertBuyer(individual(person)))
    expect((await app.refusalOf(person.caller, ...insertBuyer(individual(person)))).code).toBe('23505')
    await app.as(admin.caller, `update public.buyers set status = 'declined' where id = $1`, [rows[0]?.id])
    const again = await app.as(person.caller, ...insertBuyer(individual(person)))
    expect(again.rows[0]).toMatchObject({ status: 'pending', supersedes_id: rows[0]?.id })
  })

  it('fills the tonnes from the purchase volume that was chosen', async () => {
    const { rows } = await app.owner.query(
      `insert into public.buyers (buyer_type, company_name, registration_number, business_type, address, city, state,
         country, annual_purchase_volume)
       values ('corporate', 'Ada Exports', 'RC123456', 'exporter', '12 Marina Road', 'Lagos', 'Lagos', 'Nigeria', '51-100tons')
       returning annual_revenue`,
    )
    expect(rows).toEqual([{ annual_revenue: '51' }])
  })

  it('strips markup from what is stored', async () => {
    const person = await app.addPerson()
    const { rows } = await app.as(
      person.caller,
      ...insertBuyer(corporate(person, { company_name: ' Ada <script>x</script>&  Sons ' })),
    )
    expect(rows[0]).toMatchObject({ company_name: 'Ada x& Sons' })
  })
})

describe.each(registrationRecordTypes)('deciding on %s', (table) => {
  const decide = `update public.${table} set status = $2, updated_at = now() where id = $1 returning status, decline_reason`

  it('touches no row for its owner, a stranger, or staff of another queue', async () => {
    const owner = await app.addPerson()
    const id = await addRecord(table, owner)
    const finance = await app.addPerson({ role: 'finance' })
    for (const person of [owner, await app.addPerson(), finance]) {
      expect((await app.as(person.caller, decide, [id, 'approved'])).rows).toEqual([])
    }
  })

  it('approves or declines what is pending, once, and logs it', async () => {
    const owner = await app.addPerson()
    const [approved, declined] = [
      await addRecord(table, owner),
      await addRecord(table, await app.addPerson()),
    ]
    expect((await app.as(reviewer.caller, decide, [approved, 'approved'])).rows).toEqual([
      { status: 'approved', decline_reason: null },
    ])
    const { rows } = await app.as(admin.caller, decide, [declined, 'declined'])
    expect(rows[0]).toMatchObject({ status: 'declined', decline_reason: expect.any(String) })
    for (const [id, to] of [
      [approved, 'declined'],
      [approved, 'pending'],
      [declined, 'approved'],
      [approved, 'completed'],
    ]) {
      expect((await app.refusalOf(admin.caller, decide, [id, to])).code).toBe('23514')
    }
    const log = await app.as(admin.caller, 'select * from public.decision_events where record_id = $1', [
      approved,
    ])
    expect(log.rows).toMatchObject([{ record_type: table, actor_id: reviewer.id, actor_role: 'reviewer' }])
  })
})

describe('deciding on one’s own record', () => {
  const decide = (table: string) => `update public.${table} set status = 'approved' where id = $1`

  it.each(registrationRecordTypes)('is refused for %s', async (table) => {
    const id = await addRecord(table, admin)
    expect((await app.refusalOf(admin.caller, decide(table), [id])).code).toBe('42501')
  })
})

describe('investors', () => {
  const insert = `insert into public.investors (investor_type, investment_amount, currency, company_name, wallet_address, investment_amount_min)
    values ($1, $2, $3, $4, $5, $6)`

  it('never store a whole wallet address, an amount of another form, or a crypto amount under 20', async () => {
    for (const [values, constraint] of [
      [['crypto', '20-100', 'SIDRA', null, `0x${'a'.repeat(40)}`, 20], 'investors_wallet_address_masked'],
      [['crypto', '1m-5m', 'SIDRA', null, null, 20], 'investors_investment_amount_known'],
      [['crypto', 'custom', 'SIDRA', null, null, 19.99], 'investors_crypto_minimum'],
      [['crypto', 'custom', 'SIDRA', null, null, null], 'investors_crypto_minimum'],
      [['individual', '1m-5m', 'SIDRA', null, null, null], 'investors_currency_known'],
      [['corporate', '5m-20m', 'NGN', null, null, null], 'investors_company_named'],
    ] as const) {
      await expect(app.owner.query(insert, [...values]), constraint).rejects.toMatchObject({ constraint })
    }
    await app.owner.query(insert, ['crypto', 'custom', 'SIDRA', null, '0xab…9f21', 20])
  })
})

describe('the four counts of the dashboard', () => {
  it('count everything for an admin, and only their own for everybody else', async () => {
    const fresh = await openApp()
    try {
      const [person, other] = [await fresh.addPerson(), await fresh.addPerson()]
      const boss = await fresh.addPerson({ role: 'admin' })
      for (const buyer of [person, other, other]) await submitOrder(fresh, buyer)
      const counts = `select (select count(*)::int from public.orders) as orders,
        (select count(*)::int from public.farmers) as farmers,
        (select count(*)::int from public.buyers) as buyers,
        (select count(*)::int from public.investors) as investors`
      await fresh.owner.query(
        `insert into public.farmers (user_id, farm_name, location, crops_grown) values ($1, 'Farm', 'Keffi', array['Yam'])`,
        [other.id],
      )
      const read = async (reader: Person) => (await fresh.as(reader.caller, counts)).rows[0]
      expect(await read(boss)).toEqual({ orders: 3, farmers: 1, buyers: 0, investors: 0 })
      expect(await read(person)).toEqual({ orders: 1, farmers: 0, buyers: 0, investors: 0 })
    } finally {
      await fresh.close()
    }
  })
})

describe('demo rows', () => {
  it('are all marked, may be planted twice, and a server can query whether there are any', async () => {
    const fresh = await openApp()
    try {
      const hasDemoRows = async () =>
        (await fresh.as({ role: 'service_role', claims: '{}' }, 'select private.has_demo_rows() as found'))
          .rows[0]
      expect(await hasDemoRows()).toEqual({ found: false })
      const seed = readFileSync(join(import.meta.dirname, '../../../supabase/seed.sql'), 'utf8')
      await fresh.owner.query(seed)
      await fresh.owner.query(seed)
      expect(await hasDemoRows()).toEqual({ found: true })
      for (const table of ['orders', ...registrationRecordTypes]) {
        const { rows } = await fresh.owner.query(
          `select count(*)::int as planted, count(*) filter (where not is_demo)::int as unmarked from public.${table}`,
        )
        expect(rows[0].planted, table).toBeGreaterThan(0)
        expect(rows[0].unmarked, table).toBe(0)
      }
      const { rows: mails } = await fresh.owner.query('select from private.mail_outbox')
      expect(mails).toEqual([])
    } finally {
      await fresh.close()
    }
  })
})
