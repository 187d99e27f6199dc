// The audit trail as it is read: by name, kind, person and day, with sign-ins and attempts of buyers beside it.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { type AuditEntry, auditKinds, type BuyerAttempt, type SignIn } from '#domain/admin/audit-trail.ts'
import { describeEntry, formatSentence } from '#domain/admin/describe-entry.ts'
import { anonymous, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const adminApp = await openAdminApp()
afterAll(() => adminApp.close())

const search = (filter: string, caller = adminApp.admin.caller) =>
  adminApp
    .as<AuditEntry & Record<string, unknown>>(caller, `select * from public.search_audit(${filter})`)
    .then(({ rows }) => rows)

describe('the audit trail', () => {
  it('names what an entry is about to those who may read it, and by its code to the others', async () => {
    const { stored } = await adminApp.registrations.send('farmer')
    const order = await adminApp.placeOrder()
    await adminApp.as(adminApp.admin.caller, `select public.assign_record('farmers', $1, $2, null)`, [
      stored.id,
      adminApp.reviewer.id,
    ])
    await adminApp.as(adminApp.admin.caller, `select public.add_record_note('orders', $1, 'Ring')`, [
      order.id,
    ])
    const [farmer] = await adminApp.sql<{ contact_name: string }>(
      'select contact_name from public.farmers where id = $1',
      [stored.id],
    )
    const [named] = await search(`subject => '${stored.id}'`)
    expect(named?.about).toEqual({ type: 'farmers', id: stored.id, name: farmer?.contact_name })
    expect(named?.names).toEqual({ [adminApp.reviewer.id]: 'Bola Reviewer' })
    expect(
      (await search(`search => '${farmer?.contact_name}'`)).map(({ subject_id }) => subject_id),
    ).toContain(stored.id)
    // The one right to read the trail.
    await adminApp.sql(
      `insert into public.role_permissions (role, permission) values ('field_agent', 'audit_events.read')`,
    )
    const asAgent = (filter: string) => search(filter, adminApp.agent.caller)
    expect((await asAgent(`subject => '${stored.id}'`))[0]?.about.name).toBe(stored.reference)
    expect((await asAgent(`subject => '${order.id}'`))[0]?.about.name).toBe(order.code)
    expect((await asAgent(`subject => '${stored.id}'`))[0]?.names).toEqual({
      [adminApp.reviewer.id]: 'Bola Reviewer',
    })
    expect(await asAgent(`search => '${farmer?.contact_name}'`)).toEqual([])
    expect(await asAgent(`search => '${stored.reference}'`)).toHaveLength(1)
  })

  it('says what a role is called to who reads the trail, and to nobody else', async () => {
    const role = await adminApp.call<string>(
      withSecondFactor(adminApp.admin),
      'select public.create_role($1)',
      [
        JSON.stringify({
          title: 'Weighbridge',
          description: 'Weighs lorries.',
          permissions: ['orders.read'],
        }),
      ],
    )
    const colleague = await adminApp.addPerson()
    await adminApp.sql('insert into public.user_roles (user_id, role) values ($1, $2)', [colleague.id, role])
    const filter = `subject => '${colleague.id}', kind => 'staff'`
    for (const caller of [adminApp.reviewer.caller, colleague.caller, anonymous]) {
      await expect(search(filter, caller)).rejects.toMatchObject({ code: '42501' })
      await expect(adminApp.as(caller, 'select private.name_values($1)', [{ role }])).rejects.toMatchObject({
        code: '42501',
      })
    }
    await adminApp.sql(
      `insert into public.role_permissions (role, permission) values ('content', 'audit_events.read')`,
    )
    const editor = await adminApp.addPerson({ role: 'content' })
    const [given] = await search(filter, editor.caller)
    expect(given).toMatchObject({
      subject_type: 'user_roles',
      after: { role },
      names: { [role]: 'Weighbridge' },
    })
    // The roles themselves stay their own.
    const { rows } = await adminApp.as(editor.caller, 'select name from public.roles')
    expect(rows).toEqual([{ name: 'content' }])
  })

  it('is searched by the reference of a bank by those who may read orders', async () => {
    const order = await adminApp.placeOrder()
    await adminApp.as(adminApp.admin.caller, `select public.add_record_note('orders', $1, 'Ring')`, [
      order.id,
    ])
    await adminApp.sql(`begin; set local session_replication_role = replica;
      insert into public.payments (order_id, kind, amount_kobo, currency, bank_reference, value_date, recorded_by)
        values ('${order.id}', 'receipt', 500, 'NGN', 'FT26330QXZ', current_date, '${adminApp.finance.id}'); commit`)
    expect((await search(`search => 'ft26330qxz'`)).map(({ subject_id }) => subject_id)).toEqual([order.id])
    expect(await search(`search => 'ft26330qxz'`, adminApp.agent.caller)).toEqual([])
  })

  it('is searched in the words that the page shows: nouns, deeds, and what was decided', async () => {
    const { stored } = await adminApp.registrations.send('farmer')
    const { stored: other } = await adminApp.registrations.send('farmer')
    await adminApp.as(adminApp.admin.caller, `select public.assign_record('farmers', $1, $2, null)`, [
      stored.id,
      adminApp.reviewer.id,
    ])
    for (const [id, to] of [
      [stored.id, 'approved'],
      [other.id, 'declined'],
    ])
      await adminApp.sql(
        `insert into public.audit_trail (actor_id, actor_role, action, subject_type, subject_id, before, after)
         values ($1, 'admin', 'update', 'farmers', $2, '{"status": "pending"}', jsonb_build_object('status', $3::text))`,
        [adminApp.admin.id, id, to],
      )
    await adminApp.sql(
      `insert into public.audit_trail (actor_id, actor_role, action, subject_type, subject_id, after) values
         ($1, 'finance', 'insert', 'settlement_accounts', gen_random_uuid(), '{"currency": "NGN"}'),
         ($1, 'finance', 'look', 'job_applications', gen_random_uuid(), '{"what": "cv"}'),
         ($1, 'finance', 'look', 'orders', gen_random_uuid(), '{"what": "payment_proof"}')`,
      [adminApp.finance.id],
    )
    const found = async (words: string, caller = adminApp.admin.caller) => {
      const { rows } = await adminApp.as<AuditEntry & Record<string, unknown>>(
        caller,
        'select * from public.search_audit(search => $1)',
        [words],
      )
      return rows
    }
    const kindsOf = async (words: string) => [
      ...new Set((await found(words)).map(({ action, subject_type }) => `${action} ${subject_type}`)),
    ]
    expect(await kindsOf('Bank Account')).toEqual(['insert settlement_accounts'])
    expect(await kindsOf('proposed a bank account')).toEqual(['insert settlement_accounts'])
    // A part within a word may be somebody's name.
    expect(await kindsOf('ccount of the company')).toEqual([])
    expect(await kindsOf('the CV')).toEqual(['look job_applications'])
    expect(await kindsOf('proof of payment')).toEqual(['look orders'])
    expect((await found('gave')).map(({ subject_id }) => subject_id)).toContain(stored.id)
    const declined = await found('declined')
    expect(declined.map(({ subject_id }) => subject_id)).toContain(other.id)
    expect(declined.every(({ after }) => after?.status === 'declined')).toBe(true)
    expect(
      await adminApp.call(adminApp.admin.caller, 'select public.count_audit(search => $1)', ['the CV']),
    ).toBe('1')
    // They lead nobody to what is not theirs to read.
    await expect(found('bank account', adminApp.reviewer.caller)).rejects.toMatchObject({ code: '42501' })
    await expect(
      adminApp.as(adminApp.admin.caller, 'select phrase from private.audit_words'),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('is searched by the words of a whole sentence: the deed, the kind, the name, and who did it', async () => {
    const rename = (id: string, name: string) =>
      adminApp.sql('update public.farmers set contact_name = $2 where id = $1', [id, name])
    const { stored } = await adminApp.registrations.send('farmer')
    const { stored: other } = await adminApp.registrations.send('farmer')
    await rename(stored.id, 'Gani Bello')
    await rename(other.id, 'Uche Ibe')
    const sade = await adminApp.addPerson({ role: 'sales', name: 'Sade Cole' })
    const product = randomUUID()
    const [first] = await adminApp.sql<{ id: string }>(
      'select coalesce(max(id), 0)::text as id from public.audit_trail',
    )
    await adminApp.sql(
      `insert into public.audit_trail (actor_id, actor_role, action, subject_type, subject_id, before, after)
       select case when entry.type = 'buyers' then $2::uuid else $1::uuid end, 'admin', entry.action, entry.type, entry.id,
         entry.before, entry.after
       from jsonb_to_recordset($3) as entry (action text, type text, id text, before jsonb, after jsonb)`,
      [
        adminApp.admin.id,
        adminApp.reviewer.id,
        JSON.stringify(
          [
            ['update', 'farmers', stored.id, { status: 'pending' }, { status: 'approved' }],
            ['update', 'farmers', other.id, { status: 'pending' }, { status: 'approved' }],
            ['update', 'buyers', randomUUID(), { status: 'pending' }, { status: 'approved' }],
            ['update', 'farmers', stored.id, { status: 'approved' }, { status: 'pending' }],
            ['update', 'products', product, { stock: 3 }, { stock: 5 }],
            ['update', 'products', product, { stock: 5, lot: 'A1' }, { stock: 7, lot: 'A2' }],
            ['update', 'products', product, { lot: 'A2' }, { lot: null }],
            ['update', 'products', product, { farmer_id: null }, { farmer_id: stored.id }],
            ['insert', 'user_roles', sade.id, null, { role: 'sales' }],
            ['insert', 'user_roles', sade.id, null, { role: 'finance' }],
            ['insert', 'vault_reveals', stored.id, null, { record_type: 'farmers', field: 'bvn' }],
            ['insert', 'vault_reveals', randomUUID(), null, { record_type: 'buyers', field: 'bvn' }],
          ].map(([action, type, id, before, after]) => ({ action, type, id, before, after })),
        ),
      ],
    )
    const found = async (words: string, caller = adminApp.admin.caller) => {
      const { rows } = await adminApp.as<AuditEntry & Record<string, unknown>>(
        caller,
        'select * from public.search_audit(search => $1)',
        [words],
      )
      return rows
        .map(({ id }) => Number(id) - Number(first?.id))
        .filter((place) => place > 0)
        .sort((a, b) => a - b)
    }
    expect(await found('approved farmer')).toEqual([1, 2])
    expect(await found('Approved  farmers')).toEqual([1, 2])
    expect(await found('approved farmer Gani Bello')).toEqual([1])
    expect(await found('approved Gani Bello')).toEqual([1])
    expect(await found('Bola Reviewer approved')).toEqual([3])
    expect(await found('Ngozi Admin approved farmer Uche')).toEqual([2])
    expect(await found('Bola Reviewer approved farmer Uche')).toEqual([])
    expect(await found('reopened farmer')).toEqual([4])
    expect(await found('approved farmer Nobody Such')).toEqual([])
    expect(await found('farmer Gani Bello')).toEqual([1, 4, 11])
    expect(await found('changed the stock')).toEqual([5])
    expect(await found('changed the lot')).toEqual([7])
    expect(await found('changed the stock of product')).toEqual([5])
    expect(await found('gave Sade Cole the role Sales')).toEqual([9])
    expect(await found('gave Sade Cole')).toEqual([9, 10])
    expect(await found('looked at the BVN of farmer')).toEqual([11])
    expect(await found('looked at the BVN of farmer Gani Bello')).toEqual([11])
    const counted = await adminApp.call(adminApp.admin.caller, 'select public.count_audit(search => $1)', [
      'approved farmer Gani Bello',
    ])
    expect(counted).toBe('1')
    // The names of records lead nobody to what is not theirs to read.
    await adminApp.sql(
      `insert into public.role_permissions (role, permission) values ('finance', 'audit_events.read') on conflict do nothing`,
    )
    expect(await found('approved farmer Gani Bello', adminApp.finance.caller)).toEqual([])
    await expect(found('approved farmer', adminApp.reviewer.caller)).rejects.toMatchObject({ code: '42501' })
    await expect(
      adminApp.as(adminApp.admin.caller, `select private.read_audit_sentence('approved farmer')`),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('is searched by the title of a role, and by why a rest was settled without money', async () => {
    const found = async (words: string, caller = adminApp.admin.caller) =>
      (
        await adminApp.as<AuditEntry & Record<string, unknown>>(
          caller,
          'select * from public.search_audit(search => $1)',
          [words],
        )
      ).rows.map(({ action, subject_type, subject_id }) => `${action} ${subject_type} ${subject_id}`)
    const role = await adminApp.call<string>(
      withSecondFactor(adminApp.admin),
      'select public.create_role($1)',
      [JSON.stringify({ title: 'Mill clerk', description: 'Weighs.', permissions: ['orders.read'] })],
    )
    const colleague = await adminApp.addPerson()
    await adminApp.sql('insert into public.user_roles (user_id, role) values ($1, $2)', [colleague.id, role])
    const added = `insert roles ${role}`
    const given = `insert user_roles ${colleague.id}`
    expect(await found('added the role Mill clerk')).toEqual([added])
    expect(await found('added the role Mill')).toEqual([added])
    expect(await found('added the role Smith')).toEqual([])
    expect(await found('Mill clerk')).toEqual(expect.arrayContaining([added, given]))

    const order = await adminApp.placeOrder()
    const other = await adminApp.placeOrder()
    const reason = 'Charges of the issuing bank'
    for (const { id, kind, why } of [
      { id: order.id, kind: 'fee', why: reason },
      { id: other.id, kind: 'write_off', why: 'Too little to ask for' },
    ]) {
      await adminApp.sql(`begin; set local session_replication_role = replica;
        insert into public.order_credits (order_id, kind, amount_kobo, reason) values ('${id}', '${kind}', 500, '${why}'); commit`)
      await adminApp.sql(
        `insert into public.audit_trail (actor_id, actor_role, action, subject_type, subject_id, after)
         values ($1, 'finance', 'insert', 'order_credits', $2, jsonb_build_object('kind', $3::text, 'amount_kobo', 500, 'reason', $4::text))`,
        [adminApp.finance.id, id, kind, why],
      )
    }
    const fee = `insert order_credits ${order.id}`
    expect(await found('bank fee')).toEqual([fee])
    expect(await found('recorded a bank fee')).toEqual([fee])
    expect(await found(reason)).toContain(fee)
    expect(await found(reason)).not.toContain(`insert order_credits ${other.id}`)
    // It leads to the entry that says it, and to no other of its order.
    await adminApp.as(adminApp.admin.caller, `select public.add_record_note('orders', $1, 'Ring')`, [
      order.id,
    ])
    expect(await found(reason)).toEqual([fee])
    await adminApp.sql(`begin; set local session_replication_role = replica;
      update public.order_credits set reason = 'Bank fee of abroad' where order_id = '${order.id}'; commit`)
    expect(await found('bank fee')).toEqual([fee])
    await adminApp.sql(`begin; set local session_replication_role = replica;
      update public.order_credits set reason = '${reason}' where order_id = '${order.id}'; commit`)
    // The reason leads nobody to an order who may not read orders.
    const reader = await adminApp.addPerson({ role: 'content' })
    await adminApp.sql(
      `insert into public.role_permissions (role, permission) values ('content', 'audit_events.read') on conflict do nothing`,
    )
    expect(await found(reason, reader.caller)).toEqual([])
  })

  it('is searched by what stands further on in a sentence: how it was settled, that it waits, the step of a letter of credit, the role', async () => {
    const order = await adminApp.placeOrder()
    const colleague = await adminApp.addPerson()
    const [first] = await adminApp.sql<{ id: string }>(
      'select coalesce(max(id), 0)::text as id from public.audit_trail',
    )
    await adminApp.sql(
      `insert into public.audit_trail (actor_id, actor_role, action, subject_type, subject_id, before, after)
       select $1, 'admin', entry.action, entry.type, entry.id, entry.before, entry.after
       from jsonb_to_recordset($2) as entry (action text, type text, id text, before jsonb, after jsonb)`,
      [
        adminApp.admin.id,
        JSON.stringify(
          [
            ['insert', 'order_credits', order.id, null, { kind: 'fee', amount_kobo: 500, reason: 'Abroad' }],
            ['insert', 'money_entries', order.id, null, { kind: 'refund', amount_kobo: 500 }],
            ['update', 'letters_of_credit', order.id, { status: 'draft_accepted' }, { status: 'issued' }],
            [
              'update',
              'letters_of_credit',
              order.id,
              { status: 'issued' },
              { status: 'documents_presented' },
            ],
            ['insert', 'user_roles', colleague.id, null, { role: 'finance' }],
            ['insert', 'staff_invitations', randomUUID(), null, { role: 'finance' }],
            ['update', 'money_entries', order.id, {}, { outcome: 'dropped', recorded_by: adminApp.admin.id }],
            ['update', 'money_entries', order.id, {}, { outcome: 'dropped', recorded_by: colleague.id }],
            ['update', 'money_entries', order.id, {}, { outcome: 'dropped' }],
          ].map(([action, type, id, before, after]) => ({ action, type, id, before, after })),
        ),
      ],
    )
    const found = async (words: string) => {
      const { rows } = await adminApp.as<AuditEntry & Record<string, unknown>>(
        adminApp.admin.caller,
        'select * from public.search_audit(search => $1)',
        [words],
      )
      return rows
        .map(({ id }) => Number(id) - Number(first?.id))
        .filter((place) => place > 0)
        .sort((a, b) => a - b)
    }
    expect(await found('settled')).toEqual([1])
    expect(await found('settled without money')).toEqual([1])
    expect(await found('waits for a second person')).toEqual([2])
    expect(await found('issued')).toEqual([3])
    expect(await found('"Issued"')).toEqual([3])
    expect(await found('documents presented')).toEqual([4])
    expect(await found('the role Finance')).toEqual([5])
    expect(await found('Finance')).toEqual(expect.arrayContaining([5, 6]))
    expect(await found('took back their own entry')).toEqual([7])
    expect(await found('decided as second person')).toEqual([8])
    expect(await found('dropped an entry')).toEqual([9])
    expect(await found(`set the letter of credit of order ${order.code}`)).toEqual([3, 4])
    expect(await found('"')).toEqual([])
  })

  it('says in which currency an order is, of which an entry keeps only what changed', async () => {
    const order = await adminApp.placeOrder()
    await adminApp.sql(`begin; set local session_replication_role = replica;
      update public.orders set currency = 'USD' where id = '${order.id}'; commit`)
    const gone = randomUUID()
    for (const id of [order.id, gone])
      await adminApp.sql(
        `insert into public.audit_trail (actor_id, actor_role, action, subject_type, subject_id, before, after)
         values ($1, 'finance', 'update', 'orders', $2, '{"refund_due_kobo": 0}', '{"refund_due_kobo": 495000}')`,
        [adminApp.finance.id, id],
      )
    expect((await search(`subject => '${gone}'`))[0]?.about).toEqual({ type: 'orders', id: gone, name: null })
    const [changed] = await search(`subject => '${order.id}', kind => 'orders'`)
    expect(changed?.about).toEqual({ type: 'orders', id: order.id, name: order.code, currency: 'USD' })
    expect(changed && formatSentence(describeEntry(changed, []))).toBe(
      `changed the refund that is due of order ${order.code} from US$0 to US$4,950`,
    )
  })

  it('is narrowed to a kind, a person, days, and to who looked', async () => {
    const { stored } = await adminApp.registrations.send('investor_individual')
    const reveal = `select public.reveal_secret('investors', $1, 'bvn', 'Compare with the bank')`
    await adminApp.as(withSecondFactor(adminApp.reviewer), reveal, [stored.id])
    await adminApp.as(adminApp.reviewer.caller, `select public.add_record_note('investors', $1, 'Ring')`, [
      stored.id,
    ])
    const of = (filter: string) => search(`search => '${stored.reference}', ${filter}`)
    expect(await of('only_access => true')).toEqual([
      expect.objectContaining({
        subject_type: 'vault_reveals',
        about: expect.objectContaining({ type: 'investors' }),
      }),
    ])
    expect((await of(`kind => 'people'`)).map(({ action }) => action)).toEqual(['note'])
    expect((await of(`actor => '${adminApp.reviewer.id}'`)).map(({ action }) => action)).toEqual([
      'note',
      'insert',
    ])
    expect(await of(`actor => '${adminApp.admin.id}'`)).toEqual([])
    expect(await of(`until => now() - interval '1 hour'`)).toEqual([])
    expect(await of(`since => now() + interval '1 hour'`)).toEqual([])
    expect(await of(`since => now() - interval '1 hour', until => now() + interval '1 hour'`)).toHaveLength(2)
    const all = await search('only_access => true')
    expect(
      all.every(
        ({ action, subject_type }) =>
          action === 'export' ||
          action === 'look' ||
          subject_type.startsWith('vault') ||
          subject_type.startsWith('photo'),
      ),
    ).toBe(true)
    const count = `select public.count_audit(search => '${stored.reference}', only_access => true)`
    expect(await adminApp.call(adminApp.admin.caller, count)).toBe('1')
  })

  it('knows the kinds that the page offers', async () => {
    for (const kind of Object.keys(auditKinds))
      expect(
        (await adminApp.sql('select private.audited_tables($1) as tables', [kind]))[0]?.tables,
      ).not.toEqual([kind])
  })

  it('has words of its own for every action that is written', async () => {
    // What is written of every table by itself, and the damages of the trail, come by other names.
    const written = await adminApp.sql<{ action: string; type: string }>(`
      select distinct found.words[1] as action, coalesce(found.words[2], 'farmers') as type
      from pg_proc join pg_namespace on pg_namespace.oid = pronamespace,
        regexp_matches(prosrc, $$record_audit\\(\\s*'([a-z_]+)'(?:, '([a-z_]+)')?$$, 'g') as found (words)
      where nspname in ('private', 'public')`)
    const entries = [
      ...written,
      ...['insert', 'update', 'delete'].map((action) => ({ action, type: 'farmers' })),
    ]
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['undo', 'task', 'merge', 'send_document', 'message', 'withdraw']),
    )
    const said = entries.map(({ action, type }) => ({
      action,
      words: formatSentence(
        describeEntry(
          {
            action,
            subject_type: type,
            ...{ actor_id: null, names: {}, before: null, after: null },
            about: { type, id: 'order_lines_max', name: 'Ada' },
          },
          [],
        ),
      ),
    }))
    const searched = await adminApp.sql<{ action: string }>('select distinct action from private.audit_words')
    expect(searched.map(({ action }) => action)).toEqual(
      expect.arrayContaining(entries.map(({ action }) => action)),
    )
    expect(said.filter(({ action, words }) => words.startsWith(`${action.replaceAll('_', ' ')}: `))).toEqual(
      [],
    )
  })

  it('has a kind and a name for every table whose changes are written', async () => {
    const tables = await adminApp.sql<{ table: string; key: string; columns: string[] }>(`
      select watched.name as table, max(watched.key) as key, (select array_agg(attname::text) from pg_attribute
          where attrelid = to_regclass('public.' || watched.name) and attnum > 0) as columns
      from (
        select relname::text as name, split_part(encode(tgargs, 'escape'), '\\000', 2) as key
        from pg_trigger join pg_class on pg_class.oid = tgrelid
        where tgfoid = 'private.audit_change()'::regprocedure
        union
        select found.words[1], found.words[2]
        from pg_proc, regexp_matches(prosrc, $$audit_change\\('([a-z_]+)', '[a-z_]+', '([a-z_]+)'$$, 'g') as found (words)
        union
        select found.words[1], null
        from pg_proc, regexp_matches(prosrc, $$record_audit\\(\\s*'[a-z_]+', '([a-z_]+)'$$, 'g') as found (words)
      ) as watched group by watched.name`)
    expect(tables.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['delivery_zones', 'depots', 'vat_rates', 'reply_templates', 'order_credits']),
    )
    const known = await adminApp.sql<{ name: string }>(
      'select unnest(private.audited_tables(kind)) as name from unnest($1::text[]) as kind',
      [Object.keys(auditKinds)],
    )
    const kinds = known.map(({ name }) => name)
    expect(tables.filter(({ table }) => !kinds.includes(table)).map(({ table }) => table)).toEqual([])
    // Records have names of their own (the first test); what one of the others is, its sentence says.
    const [records] = await adminApp.sql<{ types: string[] }>('select private.admin_types() as types')
    const unnamed = ['legal_texts', 'settlement_accounts', 'staff_invitations', ...(records?.types ?? [])]
    for (const { table, key, columns } of tables) {
      if (key !== 'id' || unnamed.includes(table)) continue
      const details = Object.fromEntries(columns.map((column) => [column, 'Its words']))
      const [found] = await adminApp.sql<{ name: string | null }>(
        `select private.name_audited($1, $2, $3) ->> 'name' as name`,
        [table, randomUUID(), details],
      )
      expect({ table, ...found }).toEqual({ table, name: 'Its words' })
    }
  })

  it('reads no more of a long trail than it shows', async () => {
    await adminApp.sql(`begin; set local session_replication_role = replica;
      insert into public.audit_trail (actor_id, actor_role, action, subject_type, subject_id)
        select gen_random_uuid(), 'member', case when n % 9 = 0 then 'message' else 'note' end, 'investors', 'long ' || n
        from generate_series(1, 3000) as n; commit;
      analyze public.audit_trail`)
    const plan = async (condition: string) =>
      JSON.stringify(
        await adminApp.sql(
          `explain (format json) select id from public.audit_trail as e where ${condition} order by e.created_at desc, e.id desc limit 50`,
        ),
      )
    for (const [condition, index] of [
      [`e.subject_id = 'long 7'`, 'audit_trail_subject_idx'],
      [`e.actor_id = '${adminApp.reviewer.id}'`, 'audit_trail_actor_id_idx'],
      [`e.subject_type = 'vault_reveals'`, 'audit_trail_subject_type_idx'],
      [`e.action = 'look'`, 'audit_trail_action_idx'],
      [`e.action = 'update' and e.after ->> 'status' = 'hidden'`, 'audit_trail_status_idx'],
      [`e.action = 'look' and e.after ->> 'what' = 'cv'`, 'audit_trail_file_idx'],
      [`e.subject_type = 'orders' and e.action = 'message'`, 'audit_trail_type_action_idx'],
      [
        `(e.action in ('look', 'export') or e.subject_type in ('vault_reveals', 'photo_sittings'))`,
        'audit_trail_access_idx',
      ],
    ] as const)
      expect(await plan(condition)).toContain(index)
  })
})

describe('sign-ins and attempts of buyers', () => {
  const read = async <Row>(text: string, caller = adminApp.admin.caller) =>
    (await adminApp.as<Row & Record<string, unknown>>(caller, `select * from public.${text}`)).rows
  const signIns = (args = '') => read<SignIn>(`search_sign_ins(${args})`)

  it.each(['search_sign_ins()', 'search_buyer_attempts()', 'list_audited_people()', 'count_audit()'])(
    'are not for a reviewer: %s',
    async (call) => {
      expect((await adminApp.refusalOf(adminApp.reviewer.caller, `select * from public.${call}`)).code).toBe(
        '42501',
      )
      expect((await adminApp.refusalOf(adminApp.member.caller, `select * from public.${call}`)).code).toBe(
        '42501',
      )
      expect((await adminApp.refusalOf(anonymous, `select * from public.${call}`)).code).toBe('42501')
    },
  )

  it('are read newest first, of colleagues or of everybody, page by page', async () => {
    const add = (action: string, actor: string, minutes: number, traits = '{}') =>
      adminApp.sql(
        `insert into auth.audit_log_entries (payload, created_at, ip_address)
         values (jsonb_build_object('action', $1::text, 'actor_id', $2::text, 'traits', $4::jsonb), now() - $3 * interval '1 minute', '198.51.100.7')`,
        [action, actor, minutes, traits],
      )
    await add('login', adminApp.reviewer.id, 4, '{"provider": "email"}')
    await add('login_failed', '', 3)
    await add('login', adminApp.member.id, 2)
    await add('verification_failed', adminApp.reviewer.id, 1, '{"factor_type": "totp"}')
    await add('token_refreshed', adminApp.reviewer.id, 0)
    const staff = await signIns()
    expect(staff.map(({ action, actor_name, way }) => [action, actor_name, way])).toEqual([
      ['verification_failed', 'Bola Reviewer', 'totp'],
      ['login_failed', null, null],
      ['login', 'Bola Reviewer', 'email'],
    ])
    expect((await signIns('everybody => true')).map(({ actor_id }) => actor_id)).toContain(adminApp.member.id)
    expect((await signIns(`actor => '${adminApp.member.id}'`)).map(({ action }) => action)).toEqual(['login'])
    expect((await signIns('only_failed => true')).map(({ action }) => action)).toEqual([
      'verification_failed',
      'login_failed',
    ])
    expect(await signIns(`since => now() + interval '1 minute'`)).toEqual([])
    const [first, second] = await signIns('everybody => true, max_rows => 2')
    const at = (
      await adminApp.sql(
        `select created_at::text as at from auth.audit_log_entries where id = '${first?.id}'`,
      )
    )[0]?.at
    const [next] = await signIns(
      `everybody => true, max_rows => 1, before_at => '${at}', before_id => '${first?.id}'`,
    )
    expect(next?.id).toBe(second?.id)
  })

  it('have the events of the forms of buyers', async () => {
    await adminApp.as(
      adminApp.member.caller,
      `select public.record_audit_event('BUYER_REGISTRATION_ATTEMPT', '{"businessType": "Wholesale"}')`,
    )
    const [attempt] = await read<BuyerAttempt>(
      `search_buyer_attempts(only_event => 'BUYER_REGISTRATION_ATTEMPT')`,
    )
    expect(attempt).toMatchObject({ user_id: adminApp.member.id, business_type: 'Wholesale' })
    expect(await read(`search_buyer_attempts(search => '${attempt?.email?.toUpperCase()}')`)).toHaveLength(1)
    expect(await read(`search_buyer_attempts(only_event => 'BUYER_REGISTRATION_SUCCESS')`)).toEqual([])
  })
})
