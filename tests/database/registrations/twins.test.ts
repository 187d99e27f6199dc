// Pairs of registrations that may be one person: as the drawer says it, few of each, and none forgotten when others go.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import { within } from '#tests/harness/within.ts'
import { newAddress, openReview } from './registration-intake.ts'

const { app, intake, admin } = await openReview()
afterAll(() => app.close())

const sql = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await app.owner.query(text, values)).rows as Row[]

let numbers = 0
const newNumber = () => `+234809${String(7_000_000 + ++numbers)}`

/** Farmers alone need no more than this. */
const addFarmers = async (count: number, email: string, phone?: string) =>
  (
    await sql<{ id: string }>(
      `insert into public.farmers (farm_name, location, crops_grown, phone, contact_email)
       select 'Twin Farm', 'Kano', '{Maize}', phone, $2 from unnest($1::text[]) as phone returning id`,
      [Array.from({ length: count }, () => phone ?? newNumber()), email],
    )
  ).map(({ id }) => id)
const addInvestors = async (count: number, email: string) =>
  (
    await sql<{ id: string }>(
      `insert into public.investors (investor_type, contact_name, contact_phone, contact_email, currency, investment_amount)
       select 'individual', 'Twin Investor', phone, $2, 'NGN', '1m-5m' from unnest($1::text[]) as phone returning id`,
      [Array.from({ length: count }, newNumber), email],
    )
  ).map(({ id }) => id)

const othersOf = async (id: string, type = 'farmers') =>
  (
    await sql<{ other_id: string }>(
      'select other_id from private.open_twins where record_id = $1 and other_type = $2',
      [id, type],
    )
  ).map(({ other_id }) => other_id)
const mergeInto = (older: string, younger: string[]) =>
  sql(
    `insert into private.registration_merges
       (record_type, older_id, older_reference, younger_id, younger_reference, reason, actor_id)
     select 'farmers', $1, 'older', id, 'younger', 'Both are of one person.', $3 from unnest($2::uuid[]) as id`,
    [older, younger, admin.id],
  )

type Client = Pick<pg.ClientBase, 'query'>
interface Side {
  type: string
  id: string
}
/** Two of each kind. An account has one of each form of buyers. */
const forms: [string, RegistrationFormName][] = [
  ['farmers', 'farmer'],
  ['farmers', 'farmer'],
  ['training_enrolments', 'training'],
  ['training_enrolments', 'training'],
  ['buyers', 'buyer_individual'],
  ['buyers', 'buyer_corporate'],
  ['investors', 'investor_individual'],
  ['investors', 'investor_individual'],
]

const setColumn =
  (column: (type: string) => string, value: unknown) =>
  (client: Client, { type, id }: Side) =>
    client.query(`update public.${type} set ${column(type)} = $2 where id = $1`, [id, value])
const setSecret = (field: string) => {
  const hash = randomBytes(32)
  return (client: Client, { type, id }: Side) =>
    client.query(
      `insert into app_vault.secrets (person_id, record_type, record_id, field, ciphertext, match_hash)
       select person_id, record_type, record_id, $3, (select ciphertext from app_vault.secrets limit 1), $4
       from app_vault.records where record_type = $1 and record_id = $2
       on conflict (record_type, record_id, field) do update set match_hash = excluded.match_hash`,
      [type, id, field, hash],
    )
}
const phoneColumn = (type: string) => (type === 'buyers' || type === 'investors' ? 'contact_phone' : 'phone')
const nameColumn = (type: string) => (type === 'buyers' ? 'contact_first_name' : 'contact_name')
const setName = setColumn(nameColumn, 'Zubairu')
const nameHash = randomBytes(32)
const setNameHash = (client: Client, { type, id }: Side) =>
  client.query(
    `insert into app_vault.matches (record_type, record_id, kind, match_hash) values ($1, $2, 'name', $3)
     on conflict on constraint matches_pkey do update set match_hash = excluded.match_hash`,
    [type, id, nameHash],
  )
const setBirth = setSecret('dateOfBirth')

describe('the pairs of the lists', () => {
  it('are those of the drawer, but for a name alone and an account alone of two kinds: each sign, each kind', async () => {
    const sides: Side[] = []
    for (const [at, [type, form]] of forms.entries()) {
      const { stored } = await intake.send(form, form === 'farmer' ? {} : { person: await app.addPerson() })
      sides.push({ type, id: stored.id })
      // Nothing in common with anybody, until a sign is set.
      await sql(
        `update public.${type} set ${phoneColumn(type)} = $2, contact_email = $3, ${nameColumn(type)} = $4, user_id = null
         where id = $1`,
        [stored.id, newNumber(), newAddress(), `Only${'abcdefgh'[at]}`],
      )
      if (type === 'buyers')
        await sql(
          'update public.buyers set contact_last_name = null, alternative_phone = null where id = $1',
          [stored.id],
        )
      for (const table of ['secrets', 'matches'])
        await sql(
          `update app_vault.${table} set match_hash = sha256(convert_to(gen_random_uuid()::text, 'UTF8'))
           where record_id = $1`,
          [stored.id],
        )
    }
    const member = (await app.addPerson()).id
    const signs: [string[], ...((client: Client, side: Side) => Promise<unknown>)[]][] = [
      [[]],
      [['same_phone'], setColumn(phoneColumn, newNumber())],
      [['same_email'], setColumn(() => 'contact_email', newAddress())],
      [['same_member'], setColumn(() => 'user_id', member)],
      ...['bvn', 'idNumber', 'accountNumber', 'sidraWalletAddress'].map(
        (field): [string[], ReturnType<typeof setSecret>] => [[`same_${field}`], setSecret(field)],
      ),
      [[], setBirth],
      [['same_name'], setNameHash],
      [['near_name_and_birth_date'], setBirth, setName],
      [['same_name', 'near_name_and_birth_date'], setBirth, setNameHash],
    ]
    const client = await app.owner.connect()
    const found: unknown[] = []
    const expected: unknown[] = []
    try {
      for (const [at, one] of sides.entries())
        for (const other of sides.slice(at + 1))
          for (const [reasons, ...set] of signs) {
            await client.query('begin')
            for (const side of [one, other]) for (const apply of set) await apply(client, side)
            await client.query('set constraints all immediate')
            const { rows: pairs } = await client.query(
              `select from private.open_twins where (record_type, record_id, other_type, other_id)
                 in (($1, $2::uuid, $3, $4::uuid), ($3, $4, $1, $2))`,
              [one.type, one.id, other.type, other.id],
            )
            await client.query(`select set_config('request.jwt.claims', $1, true)`, [admin.caller.claims])
            const { rows: hints } = await client.query(
              'select reasons from public.find_duplicates($1, $2) where other_id = $3',
              [one.type, one.id, other.id],
            )
            await client.query('rollback')
            const kind = [one.type, other.type, reasons.join()]
            found.push([...kind, hints[0]?.reasons ?? [], pairs.length])
            const isPair = reasons.some(
              (reason) => reason !== 'same_name' && (reason !== 'same_member' || one.type === other.type),
            )
            expected.push([...kind, reasons, isPair ? 2 : 0])
          }
    } finally {
      client.release(true)
    }
    expect(found).toEqual(expected)
  })

  it('are few of each where many share an address, and of each kind of the other', async () => {
    const email = newAddress()
    const farmers = await addFarmers(60, email)
    const investors = await addInvestors(30, email)
    // As the migration does for registrations of before.
    await sql('delete from private.twins where record_id = any ($1)', [[...farmers, ...investors]])
    await sql('delete from private.twins where other_id = any ($1)', [[...farmers, ...investors]])
    await sql('select private.find_twins($1)', [[...farmers, ...investors]])
    const counts = await sql<{ own: string; farmers: number; investors: number }>(
      `select record_type as own, count(*) filter (where other_type = 'farmers')::int as farmers,
         count(*) filter (where other_type = 'investors')::int as investors
       from private.open_twins where record_id = any ($1) group by record_type, record_id`,
      [[...farmers, ...investors]],
    )
    expect(counts).toHaveLength(90)
    for (const { own, ...of } of counts) {
      expect(of.farmers).toBeGreaterThanOrEqual(10)
      expect(of.investors).toBeGreaterThanOrEqual(10)
      if (own === 'farmers') expect(of.farmers).toBeLessThanOrEqual(20)
    }
  })

  it.each(['erased', 'merged'])('are looked for again when all others of a record were %s', async (how) => {
    const email = newAddress()
    const farmers = await addFarmers(60, email)
    await sql('delete from private.twins where record_id = any ($1)', [farmers])
    await sql('delete from private.twins where other_id = any ($1)', [farmers])
    await sql('select private.find_twins($1)', [farmers])
    const [id = ''] = farmers.toSorted().slice(30)
    const others = await othersOf(id)
    expect(others).toHaveLength(20)
    const [outside] = await addFarmers(1, newAddress())
    if (how === 'merged') await mergeInto(outside ?? '', others)
    else
      await sql(
        `update public.farmers set contact_email = null, phone = '+00000000000', user_id = null where id = any ($1)`,
        [others],
      )
    const now = await othersOf(id)
    expect(now).toHaveLength(20)
    expect(now.filter((other) => others.includes(other))).toEqual([])
    for (const other of others) expect(await othersOf(other)).toEqual([])
  })

  it('are taken of those that stand for themselves', async () => {
    const email = newAddress()
    const farmers = (await addFarmers(40, email)).toSorted()
    await mergeInto(farmers[39] ?? '', farmers.slice(0, 30))
    const [late = ''] = await addFarmers(1, email)
    expect((await othersOf(late)).toSorted()).toEqual(farmers.slice(30))
  })
})

describe('two sessions', () => {
  it('claim registrations that share two numbers crosswise, and neither is ended by a deadlock', async () => {
    const [one, two] = [newNumber(), newNumber()]
    const people = await Promise.all([app.addPerson(), app.addPerson()])
    for (const [nr, { id, email }] of people.entries()) {
      await sql('update auth.users set email_confirmed_at = now() where id = $1', [id])
      for (const phone of nr === 0 ? [one, two] : [two, one]) await addFarmers(1, email, phone)
    }
    const clients = [0, 1, 2].map(() => new pg.Client({ connectionString: app.url }))
    const [holder, ...claimers] = clients
    await Promise.all(clients.map((client) => client.connect()))
    const waiting = async (count: number) =>
      vi.waitUntil(async () => {
        const [row] = await sql<{ waits: number }>(
          `select count(*)::int as waits from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`,
        )
        return row?.waits === count
      }, within)
    try {
      await holder?.query('begin')
      await holder?.query(`select pg_advisory_xact_lock(hashtextextended('twin ' || $1, 0))`, [one])
      const claims: Promise<number>[] = []
      for (const [nr, client] of claimers.entries()) {
        const claim = async () => {
          await client.query('begin')
          const { rows } = await client.query(
            `select jsonb_array_length(private.claim_registrations($1, '{}', '{}')) as claimed`,
            [people[nr]?.id],
          )
          await client.query('commit')
          return rows[0]?.claimed
        }
        claims.push(claim())
        await waiting(nr + 1)
      }
      await holder?.query('commit')
      expect(await Promise.all(claims)).toEqual([2, 2])
    } finally {
      await Promise.all(clients.map((client) => client.end()))
    }
  })
})
