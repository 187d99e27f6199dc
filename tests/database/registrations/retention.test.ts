// What goes when its time is over, and what nobody changes before.
import { afterAll, describe, expect, it } from 'vitest'
import { registrationRecordTypes } from '#domain/record-types.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { decide, openReview } from './registration-intake.ts'

const { app, intake, admin, reviewer, requestCorrection } = await openReview()
afterAll(() => app.close())

const passportOf = { validIdType: 'passport', idNumber: 'A01234567' }

const apply = () =>
  app.as<{ gone: Record<string, number> }>(service, 'select private.apply_retention() as gone')

describe('retention', () => {
  it('is nobody’s to call or change but the server’s, and staff’s with the right and a second factor', async () => {
    const member = await app.addPerson()
    const change = `update public.retention_periods set keep = interval '1 day' where subject = 'registration_drafts' returning subject`
    for (const caller of [anonymous, member.caller, admin.caller])
      expect((await app.refusalOf(caller, 'select private.apply_retention()')).code).toBe('42501')
    for (const caller of [member.caller, reviewer.caller, admin.caller])
      expect((await app.as(caller, change)).rows).toEqual([])
    expect((await app.as(withSecondFactor(admin), change)).rows).toEqual([{ subject: 'registration_drafts' }])
  })

  const save = (subject: string, period: string, caller = withSecondFactor(admin)) =>
    app.as(caller, 'update public.retention_periods set keep = $2 where subject = $1 returning keep', [
      subject,
      period,
    ])

  it.each([
    ['audit_trail', '0 seconds'],
    ['audit_trail', '364 days'],
    ['vault_reveals', '11 months'],
    ['decision_events', '30 days'],
    ['consents', '0 days'],
    ['approved_registrations', '4 years'],
    ['guest_contacts', '0 days'],
  ])('of %s is no admin’s to shorten to %s, and no service’s', async (subject, period) => {
    for (const caller of [withSecondFactor(admin), service])
      await expect(save(subject, period, caller)).rejects.toMatchObject({ code: '23514' })
    await expect(
      app.owner.query('update public.retention_periods set keep = $2 where subject = $1', [subject, period]),
    ).rejects.toMatchObject({ code: '23514' })
  })

  it('has floors that nobody lowers in any way', async () => {
    for (const caller of [withSecondFactor(admin), service])
      for (const text of [
        `update public.retention_periods set at_least = interval '0 days' where subject = 'audit_trail'`,
        `delete from public.retention_periods where subject = 'audit_trail'`,
        `insert into public.retention_periods (subject, keep, description) values ('other', '1 day', 'Another')`,
        `update private.retention_in_force set keep = interval '0 days'`,
      ])
        expect((await app.refusalOf(caller, text)).code).toBe('42501')
  })

  it('counts a shortened period a week later, and a longer one at once; the change itself stands in the trail', async () => {
    const counting = async () =>
      (
        await app.owner.query<{ days: number }>(
          `select (extract(epoch from now() - private.retained_since('vault_reveals')) / 86400)::int as days`,
        )
      ).rows[0]?.days ?? 0
    const passDays = (days: number) =>
      app.owner.query(
        `update private.retention_in_force set since = since - make_interval(days => $1)
          where subject = 'vault_reveals' and since > '-infinity'`,
        [days],
      )
    const before = await counting()
    await save('vault_reveals', '1 year')
    expect(await counting()).toBe(before)
    await passDays(6)
    // Shorter still, or a little less short, is a wish of its own: its week begins again.
    await save('vault_reveals', '2 years')
    await passDays(6)
    expect(await counting()).toBe(before)
    await passDays(1)
    expect(await counting()).toBeLessThan(2 * 366 + 1)
    await save('vault_reveals', '1 year')
    await save('vault_reveals', '8 years')
    expect(await counting()).toBeGreaterThan(before)
    await passDays(8)
    expect(await counting()).toBeGreaterThan(before)
    const { rows } = await app.as(
      admin.caller,
      `select * from public.search_audit(kind => 'retention_periods', subject => 'vault_reveals')`,
    )
    expect(rows).toHaveLength(4)
    const list = 'select * from public.list_retention_periods()'
    const { rows: periods } = await app.as<{
      subject: string
      changed_by: string | null
      counts_from: Date | null
    }>(admin.caller, list)
    expect(periods.find(({ subject }) => subject === 'vault_reveals')?.changed_by).not.toBeNull()
    expect(periods.find(({ subject }) => subject === 'consents')?.changed_by).toBeNull()
    const member = await app.addPerson()
    for (const caller of [anonymous, member.caller, service])
      expect((await app.refusalOf(caller, list)).code).toBe('42501')
  })

  it('lets the ledgers go when their own time is over and the record is gone, and nothing of them before', async () => {
    const [saved, gone] = [await intake.send('farmer'), await intake.send('farmer')]
    const check = (id: string) =>
      app.owner.query(
        `insert into public.vault_reveals (person_id, record_type, record_id, field, reason, actor_id, actor_role, created_at)
          select gen_random_uuid(), 'farmers', $1, 'dateOfBirth', 'To check the age', gen_random_uuid(), 'admin', at
          from unnest(array[now(), now() - interval '8 years']) as at`,
        [id],
      )
    const agree = (id: string) =>
      app.owner.query(
        `insert into public.consents (record_type, record_id, purpose, text_version, is_given, channel, created_at)
          values ('farmers', $1, 'terms', '1', true, 'web', now() - interval '8 years')`,
        [id],
      )
    for (const { stored } of [saved, gone]) {
      await check(stored.id)
      await agree(stored.id)
    }
    await app.owner.query('delete from public.farmers where id = $1', [gone.stored.id])
    await expect(app.owner.query('delete from public.vault_reveals')).rejects.toThrow(
      /keeps what was written/,
    )
    await apply()
    const count = async (table: string, id: string) =>
      (await app.owner.query(`select from public.${table} where record_id = $1`, [id])).rowCount
    expect([
      await count('vault_reveals', saved.stored.id),
      await count('vault_reveals', gone.stored.id),
    ]).toEqual([1, 1])
    expect([await count('consents', saved.stored.id), await count('consents', gone.stored.id)]).toEqual([
      2, 1,
    ])
  })

  it.each(registrationRecordTypes)(
    'lets %s go when their time is over, with all that hangs on them and no younger',
    async (table) => {
      const form = {
        farmers: 'farmer',
        training_enrolments: 'training',
        buyers: 'buyer_individual',
        investors: 'investor_crypto',
      }[table] as 'farmer'
      const send = async () =>
        intake.send(form, {
          ...(table === 'buyers' && { person: await app.addPerson() }),
          ...(table === 'investors' && { answers: passportOf }),
        })
      const [old, recent] = [await send(), await send()]
      await requestCorrection(old.stored, 'email')
      await app.as(reviewer.caller, ...decide(table, old.stored.id, 'pending', 'declined', null))
      await app.as(reviewer.caller, ...decide(table, recent.stored.id, 'pending', 'declined', null))
      await app.owner.query(
        `begin; alter table public.${table} disable trigger user;
       update public.${table} set updated_at = now() - interval '13 months' where id = '${old.stored.id}';
       alter table public.${table} enable trigger user; commit`,
      )
      const left = async (id: string) => {
        const { rows } = await app.owner.query(
          `select (select count(*)::int from public.${table} where id = $1) as records,
          (select count(*)::int from public.registration_submissions where record_id = $1) as submissions,
          (select count(*)::int from public.correction_requests where record_id = $1) as corrections,
          (select count(*)::int from private.registration_guest_links where record_id = $1) as links,
          (select count(*)::int from private.submission_keys where record_id = $1) as keys,
          (select count(*)::int from app_vault.secrets where record_id = $1) as secrets,
          (select count(*)::int from public.decision_events where record_id = $1) as decisions,
          (select count(*)::int from public.consents where record_id = $1) as consents`,
          [id],
        )
        return rows[0]
      }
      const before = await left(recent.stored.id)
      expect((await apply()).rows[0]?.gone[table]).toBe(1)
      expect(await left(old.stored.id)).toEqual({
        records: 0,
        submissions: 0,
        corrections: 0,
        links: 0,
        keys: 0,
        secrets: 0,
        decisions: 1,
        consents: 1,
      })
      expect(await left(recent.stored.id)).toEqual(before)
      expect((await apply()).rows[0]?.gone[table]).toBe(0)
    },
  )

  it('drops a national identity number once the investor is decided on, and no other document’s (decision 68)', async () => {
    const [nin, passport, waiting] = [
      await intake.send('investor_individual', { answers: { validIdType: 'nin', idNumber: '12345678901' } }),
      await intake.send('investor_individual', { answers: passportOf }),
      await intake.send('investor_individual', { answers: { validIdType: 'nin', idNumber: '12345678902' } }),
    ]
    for (const { stored } of [nin, passport])
      await app.as(reviewer.caller, ...decide('investors', stored.id, 'pending', 'approved', null))
    expect((await apply()).rows[0]?.gone.national_identity_numbers).toBe(1)
    const { rows } = await app.owner.query(
      `select record_id from app_vault.secrets where field = 'idNumber' and record_id = any ($1)`,
      [[nin, passport, waiting].map(({ stored }) => stored.id)],
    )
    expect(rows.map(({ record_id }) => record_id).sort()).toEqual(
      [passport.stored.id, waiting.stored.id].sort(),
    )
  })

  it('takes the end of a wallet and the mark of a photo away together with the secret', async () => {
    const { stored } = await intake.send('investor_crypto')
    const wallet = async () =>
      (await app.owner.query('select wallet_address from public.investors where id = $1', [stored.id])).rows
    expect(await wallet()).toEqual([{ wallet_address: '…ab12' }])
    await app.owner.query('delete from app_vault.secrets where record_id = $1', [stored.id])
    expect(await wallet()).toEqual([{ wallet_address: null }])
  })

  it('lets drafts, events and spent links go by age', async () => {
    const person = await app.addPerson()
    await app.owner.query(
      `insert into public.registration_drafts (user_id, form) values ('${person.id}', 'farmer');
       begin; alter table public.registration_drafts disable trigger user;
       update public.registration_drafts set updated_at = now() - interval '31 days' where user_id = '${person.id}';
       alter table public.registration_drafts enable trigger user; commit;
       insert into public.audit_events (event, created_at) values ('BUYER_REGISTRATION_ERROR', now() - interval '3 years');
       insert into private.registration_guest_links (token_hash, record_type, record_id, expires_at)
         values (repeat('a', 64), 'farmers', gen_random_uuid(), now() - interval '1 hour')`,
    )
    expect((await apply()).rows[0]?.gone).toMatchObject({
      registration_drafts: 1,
      audit_events: 1,
      registration_guest_links: 1,
    })
  })
})

describe('applications for a partnership', () => {
  it('go when their time is over, by what was decided, and the decision on them in its own time', async () => {
    const { rows } = await app.owner.query<{ id: string; company_name: string }>(
      `insert into public.partnership_applications (partnership_type, company_name, contact_person, email, phone, country,
         business_description)
       select 'franchise', name, 'Ada Obi', 'ada@example.com', '080', 'Nigeria', 'Two shops'
       from unnest('{young,declined,pending,approved}'::text[]) as name returning id, company_name`,
    )
    const ids = Object.fromEntries(rows.map((row) => [row.company_name, row.id]))
    await app.owner.query(
      `begin; alter table public.partnership_applications disable trigger user;
       update public.partnership_applications set updated_at = now() - interval '13 months', status = 'declined',
         decline_reason = 'Full' where company_name = 'declined';
       update public.partnership_applications set updated_at = now() - interval '25 months' where company_name = 'pending';
       update public.partnership_applications set updated_at = now() - interval '25 months', status = 'approved'
         where company_name = 'approved';
       alter table public.partnership_applications enable trigger user; commit`,
    )
    await app.owner.query(
      `insert into public.decision_events (record_type, record_id, actor_role, from_status, to_status, created_at)
       select 'partnership_applications', id, 'admin', 'pending', 'declined', now() - interval '8 years'
       from public.partnership_applications where id = any ($1)`,
      [[ids.declined, ids.approved]],
    )
    expect((await apply()).rows[0]?.gone).toMatchObject({ partnership_applications: 2, decision_events: 1 })
    const left = await app.owner.query(
      'select company_name from public.partnership_applications where id = any ($1) order by 1',
      [Object.values(ids)],
    )
    expect(left.rows.map(({ company_name }) => company_name)).toEqual(['approved', 'young'])
  })
})

describe('the newsletter', () => {
  it('forgets addresses that nobody confirmed, and those that left, in their time; the ledger stays', async () => {
    const add = (name: string, ages: Record<string, string>) =>
      app.owner.query(
        `insert into public.newsletter_subscriptions (email, unsubscribe_token, ${Object.keys(ages).join(', ')})
         values ($1, private.make_token(), ${Object.values(ages)
           .map((age) => `now() - interval '${age}'`)
           .join(', ')})`,
        [`${name}@example.com`],
      )
    await add('asked-long-ago', { created_at: '31 days', confirm_sent_at: '31 days' })
    await add('asked-again', { created_at: '31 days', confirm_sent_at: '5 days' })
    await add('asked', { created_at: '29 days' })
    await add('reads', { created_at: '9 years', confirmed_at: '9 years' })
    await add('left', { created_at: '9 years', confirmed_at: '9 years', unsubscribed_at: '11 months' })
    await add('left-never-confirmed', { created_at: '14 months', unsubscribed_at: '13 months' })
    await add('left-long-ago', { created_at: '2 years', confirmed_at: '2 years' })
    await add('comes-back', {
      confirmed_at: '2 years',
      unsubscribed_at: '13 months',
      confirm_sent_at: '1 day',
    })
    await app.owner.query(`update public.newsletter_subscriptions set unsubscribed_at = now() - interval '13 months'
      where email = 'left-long-ago@example.com'`)
    const ledger = async () =>
      (await app.owner.query(`select from public.consents where purpose = 'newsletter'`)).rowCount
    const before = await ledger()
    expect((await apply()).rows[0]?.gone).toMatchObject({
      unconfirmed_subscriptions: 1,
      ended_subscriptions: 2,
    })
    const { rows } = await app.owner.query(
      `select email from public.newsletter_subscriptions order by email collate "C"`,
    )
    expect(rows.map(({ email }) => email.split('@')[0])).toEqual([
      'asked-again',
      'asked',
      'comes-back',
      'left',
      'reads',
    ])
    expect(before).toBeGreaterThan(0)
    expect(await ledger()).toBe(before)
    // Anyone who left and was forgotten may come again.
    await app.as(service, `select public.request_newsletter('{"email":"left-long-ago@example.com"}')`)
  })
})

describe('the ledgers', () => {
  it.each(['registration_submissions', 'correction_requests', 'consents', 'audit_events'])(
    'of %s are changed by nobody, not by the service and not by the owner of the database',
    async (table) => {
      const { stored } = await intake.send('farmer')
      await requestCorrection(stored, 'goals')
      await app.owner.query(`insert into public.audit_events (event) values ('BUYER_REGISTRATION_ERROR')`)
      for (const caller of [admin.caller, service]) {
        for (const text of [`update public.${table} set created_at = now()`, `delete from public.${table}`])
          expect((await app.refusalOf(caller, text)).code).toBe('42501')
      }
      await expect(app.owner.query(`update public.${table} set created_at = now()`)).rejects.toMatchObject({
        code: '42501',
      })
      await expect(app.owner.query(`truncate public.${table} cascade`)).rejects.toMatchObject({
        code: '42501',
      })
    },
  )
})
