// The register of personal data, held against the catalogue: a table that names people cannot be forgotten by the
// export or by erasing, and no listed secret has a column in clear.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { personalTables } from '#domain/account/personal-data.ts'
import { openVaultApp } from '#tests/database/registrations/vault-app.ts'
import { service } from '#tests/harness/migrated-database.ts'
import { writePersonalData } from '../../../scripts/generate/personal-data.ts'

const app = await openVaultApp()
afterAll(() => app.close())

/** `schema.table` of every table of the database, ours or the services'. */
const everyTable = `select relnamespace::regnamespace || '.' || relname as "table", pg_class.oid from pg_class
  where relkind in ('r', 'p') and relnamespace::regnamespace::text not in
    ('pg_catalog', 'information_schema', 'pg_toast', 'platform', 'supabase_migrations')`

/** Columns that point at a person, or hold what one writes about oneself. */
async function listPersonalColumns(): Promise<{ table: string; column: string; points: boolean }[]> {
  const { rows } = await app.owner.query(
    `with tables as (${everyTable}), columns as (
       select "table", attrelid, attnum, attname as "column", atttypid from tables
       join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
     ), pointing as (
       select conrelid, conkey from pg_constraint
       where contype = 'f' and (confrelid in ('auth.users'::regclass, 'public.profiles'::regclass, 'app_vault.people'::regclass))
     )
     select "table", "column",
       exists (select from pointing where conrelid = attrelid and attnum = any (conkey))
         or (atttypid in ('uuid'::regtype, 'text'::regtype, 'varchar'::regtype)
           and "column" ~ '(^|_)(user|owner|actor|profile)(_id)?$|(person|member)_id$|_by$') as points
     from columns
     where exists (select from pointing where conrelid = attrelid and attnum = any (conkey))
       or "column" ~ '(^|_)(user|person|owner|actor|profile|member)(_id)?$|_by$|email|phone|recipient|address$|^(full|contact|first|last|guardian|actor)_name$|contact_person$|^record_id$|^payload$'
     order by 1, 2`,
  )
  return rows
}

const register = new Map(personalTables.map((entry) => [entry.table, entry]))

const hint = 'give it a line in domain/account/personal-data.ts'

describe('the register of personal data', () => {
  it('sees a table that names people, so that forgetting one would fail here', async () => {
    await app.owner.query(
      'create table public.forgotten (id uuid, owner_id uuid references public.profiles (id))',
    )
    const columns = await listPersonalColumns()
    await app.owner.query('drop table public.forgotten')
    expect(columns).toContainEqual({ table: 'public.forgotten', column: 'owner_id', points: true })
  })

  it('has every table that names people', async () => {
    const named = new Set((await listPersonalColumns()).map(({ table }) => table))
    expect(named.size).toBeGreaterThan(25)
    expect(
      [...named].filter((table) => !register.has(table)),
      hint,
    ).toEqual([])
  })

  it('has every table that hangs on one of those', async () => {
    const { rows } = await app.owner.query<{ table: string; target: string }>(
      `select c.relnamespace::regnamespace || '.' || c.relname as "table", t.relnamespace::regnamespace || '.' || t.relname as target
       from pg_constraint join pg_class c on c.oid = conrelid join pg_class t on t.oid = confrelid
       where contype = 'f' and confdeltype = 'c'`,
    )
    const hanging = rows.filter(({ target }) => register.get(target)?.belongs !== undefined)
    expect(hanging.length).toBeGreaterThan(10)
    expect(
      hanging.filter(({ table }) => !register.has(table)),
      hint,
    ).toEqual([])
  })

  it('says of every column that points at a person whether it is theirs or names who of the staff acted', async () => {
    const silent = (await listPersonalColumns()).filter(({ table, column, points }) => {
      const entry = register.get(table)
      if (!points || !entry) return false
      const isKnown = [...(entry.hidden ?? []), ...(entry.acts ?? [])].includes(column)
      return !isKnown && !new RegExp(`\\b${column}\\b|registrations_of`).test(entry.belongs ?? '')
    })
    expect(silent, hint).toEqual([])
  })

  it('names tables and columns that are there', async () => {
    const { rows: tables } = await app.owner.query<{ table: string; oid: number }>(everyTable)
    expect([...register.keys()].filter((name) => !tables.some(({ table }) => table === name))).toEqual([])
    const named = personalTables.flatMap(({ table, hidden = [], acts = [] }) =>
      [...hidden, ...acts].map((column) => ({ table, column })),
    )
    const { rows } = await app.owner.query(
      `select named.* from jsonb_to_recordset($1) as named ("table" text, "column" text)
       where not exists (select from pg_attribute
         where attrelid = to_regclass("table") and attname = "column" and not attisdropped)`,
      [JSON.stringify(named)],
    )
    expect(rows).toEqual([])
  })

  it('retains, or says how to erase, only what it knows the owner of', () => {
    expect(personalTables.filter(({ belongs, erasure }) => erasure && belongs === undefined)).toEqual([])
    expect(personalTables.map(({ table }) => table)).toEqual([...register.keys()].sort())
  })

  it('makes functions that PostgreSQL takes with their bodies checked, and that nobody may call', async () => {
    const functions = writePersonalData().text.replaceAll('create function', 'create or replace function')
    const take = (sql: string) =>
      app.owner
        .query(`begin; set local check_function_bodies = on; ${sql}`)
        .finally(() => app.owner.query('rollback'))
    await take(functions)
    await expect(take(functions.replace('from public.farmers as', 'from public.farmer as'))).rejects.toThrow(
      'relation "public.farmer" does not exist',
    )
    const { caller } = await app.addPerson({ role: 'admin' })
    for (const actor of [caller, service])
      for (const name of ['export_rows', 'export_platform_rows', 'erase_rows'])
        expect((await app.refusalOf(actor, `select private.${name}(null, null, null)`)).code).toBe('42501')
  })
})

describe("a person's export", () => {
  const exportOf = async (userId: string, personIds: string[] = []) => {
    const { rows } = await app.as<{ tables: Record<string, Record<string, unknown>[]> }>(
      service,
      'select private.export_person($1, $2) as tables',
      [userId, personIds],
    )
    return rows[0]?.tables ?? {}
  }

  it('is refused to everybody but the server', async () => {
    const person = await app.addPerson()
    const text = 'select private.export_person($1, $2)'
    expect((await app.refusalOf(person.caller, text, [person.id, []])).code).toBe('42501')
  })

  it('has a part for every table that may name them', async () => {
    const person = await app.addPerson()
    const wanted = personalTables.filter(({ belongs }) => belongs !== undefined)
    expect(Object.keys(await exportOf(person.id)).sort()).toEqual(wanted.map(({ table }) => table).sort())
  })

  it('has their rows whole, and nothing that would open something', async () => {
    const person = await app.addPerson({ name: 'Ada Obi' })
    const farmer = await app.addFarmer({ userId: person.id })
    const tables = await exportOf(person.id, [farmer.personId])
    expect(tables['public.profiles']).toMatchObject([{ id: person.id, full_name: 'Ada Obi' }])
    expect(tables['public.farmers']).toMatchObject([{ id: farmer.recordId, challenges: 'Ada fears rain' }])
    expect(tables['app_vault.secrets']?.map(({ field, last_four }) => [field, last_four]).sort()).toEqual([
      ['bvn', '8901'],
      ['dateOfBirth', null],
    ])
    const text = JSON.stringify(tables)
    for (const word of [
      'encrypted_password',
      'wrapped_key',
      'ciphertext',
      'match_hash',
      'token_hash',
      'code_hash',
    ])
      expect(text).not.toContain(`"${word}"`)
  })

  it('is whole where Supabase has no table of our own services', async () => {
    const missing = personalTables.filter(({ isOfPlatform }) => isOfPlatform).map(({ table }) => table)
    expect(missing.length).toBeGreaterThan(0)
    const wanted = personalTables.filter(
      ({ belongs, isOfPlatform }) => belongs !== undefined && !isOfPlatform,
    )
    const { rows } = await app.owner
      .query(`begin; drop table ${missing.join(', ')} cascade`)
      .then(() => app.owner.query(`select private.export_person(gen_random_uuid(), '{}') as tables`))
      .finally(() => app.owner.query('rollback'))
    expect(Object.keys(rows[0].tables).sort()).toEqual(wanted.map(({ table }) => table).sort())
  })

  it('has nothing of anybody else', async () => {
    const [person, neighbour] = [await app.addPerson(), await app.addPerson()]
    const farmer = await app.addFarmer({ userId: neighbour.id })
    const text = JSON.stringify(await exportOf(person.id))
    for (const word of [neighbour.id, neighbour.email, farmer.recordId, farmer.personId])
      expect(text).not.toContain(word)
  })

  it('counts letters under an address only once the address is proved', async () => {
    const person = await app.addPerson()
    await app.owner.query(
      `insert into public.contact_messages (topic, name, email, phone, message)
       values ('general', 'Ada Obi', $1, '+2348031234567', 'Please call me back')`,
      [person.email],
    )
    expect((await exportOf(person.id))['public.contact_messages']).toEqual([])
    await app.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [person.id])
    expect((await exportOf(person.id))['public.contact_messages']).toHaveLength(1)
  })

  it('counts messages under a number only once it is proved, and none that gives another address beside it', async () => {
    const person = await app.addPerson()
    const write = async (phone: string, email: string | null, message: string) =>
      (
        await app.owner.query<{ id: string }>(
          `insert into public.contact_messages (topic, name, email, phone, message)
           values ('general', 'Ada Obi', $1, $2, $3) returning id`,
          [email, phone, message],
        )
      ).rows[0]?.id
    const number = '+2348035550911'
    const own = await write(number, null, 'Please call me back')
    const others = [
      await write(number, 'somebody.else@example.com', 'They typed this number, too'),
      await write('+2348035550912', null, 'Another number'),
      // From the page of somebody's registration: theirs, who may share the phone.
      await write(number, null, 'About my registration'),
    ]
    await app.owner.query(
      `update public.contact_messages set about_type = 'farmers', about_id = gen_random_uuid(), about_reference = 'FM222-2222'
       where id = $1`,
      [others.at(-1)],
    )
    const thread = `insert into public.record_messages (record_type, record_id, is_from_staff, body)
      values ('contact_messages', $1, true, 'We called you.')`
    for (const id of [own, ...others]) await app.owner.query(thread, [id])
    const read = async () => {
      const tables = await exportOf(person.id)
      return [
        tables['public.contact_messages']?.map(({ id }) => id),
        tables['public.record_messages']?.map(({ record_id }) => record_id),
      ]
    }
    await app.owner.query('update auth.users set phone = $2 where id = $1', [person.id, number.slice(1)])
    expect(await read()).toEqual([[], []])
    await app.owner.query('update auth.users set phone_confirmed_at = now() where id = $1', [person.id])
    expect(await read()).toEqual([[own], [own]])
    // Of somebody who has no account there is no proved number.
    const { rows: guest } = await app.owner.query(`select private.export_person(null, '{}') as tables`)
    expect(guest[0].tables['public.contact_messages']).toEqual([])
    await app.owner.query('select private.erase_person($1, $2)', [person.id, []])
    const { rows } = await app.owner.query('select id from public.contact_messages where id = any ($1)', [
      [own, ...others],
    ])
    expect(rows.map(({ id }) => id).sort()).toEqual([...others].sort())
  })
})

describe('what is secret', () => {
  // What the specification's forms call secret (decision 63), in every writing that a column could have.
  const secretNames = /bvn|(^|_)nin($|_)|id_number|account_number|wallet|birth|(^|_)dob($|_)|passport|selfie/
  /** The company's own accounts, the masked end of a wallet, and where the sealed form lies. */
  const allowed = [
    'public.settlement_accounts.account_number',
    'public.settlement_accounts.wallet_address',
    'public.investors.wallet_address',
  ]

  it('has a column in no table', async () => {
    const { rows } = await app.owner.query<{ name: string }>(
      `select "table" || '.' || attname as name from (${everyTable}) as tables
       join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped order by 1`,
    )
    const result = rows.map(({ name }) => name).filter((name) => secretNames.test(name.split('.')[2] ?? ''))
    expect(result).toEqual(allowed.sort())
  })

  it('is taken by the vault only when it is encrypted, no matter who writes', async () => {
    const farmer = await app.addFarmer({ userId: null })
    for (const plain of ['22345678901', '22345678901'.padEnd(61, '0'), `\\x01${'32'.repeat(60)}`])
      await expect(
        app.owner.query('update app_vault.secrets set ciphertext = $1 where record_id = $2', [
          plain.startsWith('\\x') ? plain : Buffer.from(plain),
          farmer.recordId,
        ]),
      ).rejects.toThrow('secrets_ciphertext_encrypted')
  })

  it('of a wallet shows its end and no more, no matter who writes', async () => {
    const insert = (wallet: string) =>
      app.owner.query(
        `insert into public.investors (investor_type, investment_amount, investment_amount_min, currency, wallet_address)
         values ('crypto', '20-100', 20, 'SIDRA', $1)`,
        [wallet],
      )
    await expect(insert(`0x${randomUUID().replaceAll('-', '')}abcdef01`)).rejects.toThrow('wallet_address')
    await insert('…ef01')
  })
})
