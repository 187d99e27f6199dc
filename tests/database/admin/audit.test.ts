// The audit trail: what it holds, that it holds, and that one altered byte is found, no matter who altered it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#domain/admin/audit-trail.ts'
import { runAs } from '#platform/database/run-as.ts'
import { silentLog } from '#platform/log.ts'
import { createSealer } from '#server/admin/audit/seal-audit.ts'
import { verifyAudit } from '#server/admin/audit/verify-audit.ts'
import { createDataKey } from '#server/vault/ciphers.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { type AdminApp, openAdminApp } from './admin-app.ts'

const adminApp = await openAdminApp()
afterAll(() => adminApp.close())

const key = createDataKey()
const sealAudit = (database = adminApp.database) => createSealer({ database, key, log: silentLog }).seal()

const search = (filter: string, caller = adminApp.admin.caller) =>
  adminApp
    .as<AuditEntry & Record<string, unknown>>(caller, `select * from public.search_audit(${filter})`)
    .then(({ rows }) => rows)

describe('the audit trail', () => {
  it.each([
    ['a visitor', () => anonymous],
    ['a member', () => adminApp.member.caller],
    ['a reviewer', () => adminApp.reviewer.caller],
    ['finance', () => adminApp.finance.caller],
  ])('is not searched by %s', async (_, caller) => {
    expect((await adminApp.refusalOf(caller(), 'select * from public.search_audit()')).code).toBe('42501')
  })

  it.each([
    [
      'written',
      `insert into public.audit_trail (actor_role, action, subject_type) values ('admin', 'look', 'x_x')`,
    ],
    ['changed', `update public.audit_trail set action = 'other'`],
    ['emptied', 'delete from public.audit_trail'],
    ['reported by another function', `select private.record_audit('look', 'orders', 'x')`],
    ['sealed', `select private.store_audit_seal(1, '', '{}', '', now(), '')`],
  ])('is %s by no admin and no service', async (verb, text) => {
    expect((await adminApp.refusalOf(withSecondFactor(adminApp.admin), text)).code).toBe('42501')
    if (verb !== 'sealed') expect((await adminApp.refusalOf(service, text)).code).toBe('42501')
  })

  it('stays as it is written for the owner of the database too', async () => {
    await adminApp.as(adminApp.reviewer.caller, `select public.add_record_note('farmers', $1, 'Ring')`, [
      await adminApp.addFarmer(),
    ])
    for (const text of [
      `update public.audit_trail set action = 'other'`,
      'delete from public.audit_trail',
      'truncate public.audit_trail',
      'delete from private.audit_seals',
      'truncate private.audit_seals',
    ]) {
      if (text.includes('seals')) await sealAudit()
      await expect(adminApp.sql(text)).rejects.toThrow('keeps what was written')
    }
  })

  it('says who decided what, when and from where, with what it was before and after', async () => {
    const id = await adminApp.addFarmer()
    await runAs(
      adminApp.database,
      adminApp.reviewer.caller,
      {
        text: `update public.farmers set status = 'declined', decline_reason = 'Too far away' where id = $1`,
        values: [id],
      },
      { headers: { 'x-forwarded-for': '198.51.100.7' } },
    )
    expect(await search(`subject => '${id}'`)).toEqual([
      expect.objectContaining({
        actor_id: adminApp.reviewer.id,
        actor_name: 'Bola Reviewer',
        actor_role: 'reviewer',
        address: '198.51.100.7',
        action: 'update',
        subject_type: 'farmers',
        before: { status: 'pending' },
        after: { status: 'declined', decline_reason: 'Too far away' },
        is_sealed: false,
      }),
    ])
  })

  it('has nothing of what members do to what is theirs', async () => {
    const { id } = await adminApp.placeOrder()
    await adminApp.as(
      adminApp.member.caller,
      `update public.profiles set full_name = 'Ada Other' where id = $1`,
      [adminApp.member.id],
    )
    expect(await search(`subject => '${id}'`)).toEqual([])
    expect(await search(`actor => '${adminApp.member.id}'`)).toEqual([])
  })

  it.each([
    [
      'a call',
      'farmers',
      `select public.log_call('farmers', $1, 'no_answer', 'Said nothing')`,
      { action: 'call', after: { outcome: 'no_answer' } },
    ],
    [
      'a request for a correction',
      'farmers',
      `select public.request_correction('farmers', $1, '[{"field": "goals", "note": "Said nothing"}]', 'Said nothing')`,
      { action: 'correction', after: { fields: ['goals'] } },
    ],
    [
      'a message to a buyer',
      'orders',
      `select public.send_record_message('orders', $1, 'Said nothing', gen_random_uuid())`,
      { action: 'message', after: null },
    ],
  ])('has %s, and nothing of what was said', async (_, kind, text, entry) => {
    const id = kind === 'orders' ? (await adminApp.placeOrder()).id : await adminApp.addFarmer()
    await adminApp.as(adminApp.admin.caller, text, [id])
    const result = await search(`subject => '${id}'`)
    expect(result).toEqual([
      expect.objectContaining({ actor_id: adminApp.admin.id, subject_type: kind, ...entry }),
    ])
    expect(JSON.stringify(result)).not.toContain('Said nothing')
  })

  it('has nothing of what a buyer writes', async () => {
    const { id } = await adminApp.placeOrder()
    await adminApp.as(adminApp.member.caller, `select public.send_order_message($1, 'A question')`, [id])
    expect(await search(`subject => '${id}'`)).toEqual([])
  })

  it('has who entered a form for a user, and from where', async () => {
    const { stored } = await adminApp.registrations.send('farmer', {
      answers: { noEmail: true, email: undefined },
      context: { channel: 'walk_in', enteredBy: adminApp.agent.id, enteredFrom: '198.51.100.8' },
    })
    expect(await search(`subject => '${stored.id}'`)).toEqual([
      expect.objectContaining({
        actor_id: adminApp.agent.id,
        actor_role: 'field_agent',
        address: '198.51.100.8',
        action: 'enter',
        subject_type: 'farmers',
        after: { channel: 'walk_in', version: 1 },
      }),
    ])
  })

  it('says that a private contact was changed, and not what it is', async () => {
    await adminApp.sql(
      `insert into public.board_members (id, name, position, bio, type) overriding system value values (70, 'Ada Obi', 'Chair', 'Farms.', 'board')`,
    )
    await adminApp.as(
      adminApp.content.caller,
      `insert into public.board_contacts (board_member_id, email) values (70, 'chair@example.com')`,
    )
    const [entry] = await search(`kind => 'board_contacts'`)
    expect(entry?.after).toEqual({ email: '•••', public_contact: false })
    expect(JSON.stringify(await adminApp.sql('select * from public.audit_trail'))).not.toContain(
      'chair@example.com',
    )
  })

  it('has the changes of roles and of facts, no matter who made them', async () => {
    const person = await adminApp.addPerson({ role: 'content' })
    expect(await search(`kind => 'user_roles', subject => '${person.id}'`)).toEqual([
      expect.objectContaining({ actor_role: 'system', action: 'insert', after: { role: 'content' } }),
    ])
    await adminApp.as(
      withSecondFactor(adminApp.admin),
      `update public.company_facts set value = 'Abuja' where key = 'head_office'`,
    )
    const [entry] = await search(`kind => 'company_facts'`)
    expect(entry).toMatchObject({
      subject_id: 'head_office',
      before: { value: 'Lagos' },
      after: { value: 'Abuja' },
    })
  })

  it('is searched by the code of an order and by the reference of a registration', async () => {
    const order = await adminApp.placeOrder()
    const { stored } = await adminApp.registrations.send('farmer')
    await adminApp.as(adminApp.admin.caller, `select public.add_record_note('orders', $1, 'Ring')`, [
      order.id,
    ])
    await adminApp.as(adminApp.admin.caller, `select public.add_record_note('farmers', $1, 'Ring')`, [
      stored.id,
    ])
    for (const [code, id] of [
      [order.code, order.id],
      [stored.reference.toLowerCase(), stored.id],
    ])
      expect(await search(`search => '${code}'`)).toEqual([
        expect.objectContaining({ action: 'note', subject_id: id }),
      ])
  })

  it('is searched by the name of a person who left', async () => {
    const leaver = await adminApp.addPerson({ role: 'reviewer', name: 'Zainab Leaver' })
    await adminApp.as(leaver.caller, `select public.add_record_note('farmers', $1, 'Ring')`, [
      await adminApp.addFarmer(),
    ])
    await adminApp.as(withSecondFactor(adminApp.admin), 'select public.deactivate_staff($1, $2)', [
      leaver.id,
      'Left us',
    ])
    // What they did, and what was done to them.
    expect(
      (await search(`search => 'zainab'`)).map(({ action, actor_name }) => [action, actor_name]),
    ).toEqual([
      ['insert', 'Ngozi Admin'],
      ['delete', 'Ngozi Admin'],
      ['note', 'Zainab Leaver'],
      ['insert', null],
    ])
    expect(await adminApp.call(adminApp.admin.caller, `select public.count_audit('zainab')`)).toBe('4')
  })

  it('has of an export only what a list is filtered by, whatever the caller sends', async () => {
    const reported = async (format: string, filters: unknown) => {
      await adminApp.as(withSecondFactor(adminApp.admin), `select public.start_export('farmers', $1, $2)`, [
        format,
        JSON.stringify(filters),
      ])
      return (await search(`search => 'export', max_rows => 1`))[0]?.after
    }
    const nothing = { status: null, searched: false, overdue: false, assignee: null }
    const chosen = {
      status: 'completed.training_enrolments',
      searched: true,
      overdue: true,
      assignee: adminApp.admin.id,
      since: '2026-11-01T00:00:00+01:00',
      until: '2026-11-02T00:00:00.000Z',
    }
    expect(await reported('csv', chosen)).toEqual({ format: 'csv', filters: chosen, unmasked: false })
    expect(await reported('xlsx', { ...nothing, assignee: 'nobody' })).toMatchObject({
      format: 'xlsx',
      filters: { ...nothing, assignee: 'nobody' },
    })
    const bvn = '22345678901'
    const words = 'x'.repeat(200_000)
    for (const filters of [
      { bvn, search: bvn, note: words },
      { status: bvn, searched: bvn, overdue: 1, assignee: bvn, since: bvn, until: words },
      {
        status: words,
        searched: null,
        overdue: [bvn],
        assignee: { mine: bvn },
        since: `2026-11-01T00:00Z ${bvn}`,
      },
      [bvn],
      bvn,
      null,
    ])
      expect(await reported(bvn, filters)).toEqual({ format: null, filters: nothing, unmasked: false })
  })

  it('is searched by words, by name, and page by page', async () => {
    const bola = adminApp.reviewer.id
    expect(
      (await search(`search => 'bola'`)).every(
        ({ actor_id, subject_id }) => actor_id === bola || subject_id === bola,
      ),
    ).toBe(true)
    expect((await search(`search => 'bola'`)).length).toBeGreaterThan(1)
    expect(await search(`search => '%'`)).toEqual([])
    const [first, second] = await search('max_rows => 2')
    expect(await search(`before_id => ${first?.id}, max_rows => 1`)).toEqual([second])
  })
})

const asSuperuser = (text: string, app = adminApp) =>
  app.sql(`begin; set local session_replication_role = replica; ${text}; commit`)
/** A batch that goes, as if its time were over. */
const forgetBatch = (id: string, forgottenAt = 'now()') => `
  delete from public.audit_trail where id = any ((select entry_ids from private.audit_seals where id = ${id})::bigint[]);
  update private.audit_seals set forgotten_at = ${forgottenAt} where id = ${id}`
const firstBatch = '(select min(id) from private.audit_seals)'

describe('the chain of hashes', () => {
  const verify = async () => {
    await sealAudit()
    return verifyAudit(adminApp.database, { key })
  }
  it('holds what was written, and says so', async () => {
    const verdict = await verify()
    expect(verdict.problems).toEqual([])
    expect(verdict.entries).toBe(
      Number((await adminApp.sql('select count(*) from public.audit_trail'))[0]?.count),
    )
    expect(verdict.head.hash).toMatch(/^3:[0-9a-f]{64}$/)
    expect(verdict.head.number).toBe(verdict.batches)
  })

  it('holds entries that come while it is sealed', async () => {
    const farmers = await Promise.all(Array.from({ length: 10 }, () => adminApp.addFarmer()))
    await Promise.all([
      ...farmers.map((id) =>
        adminApp.as(adminApp.admin.caller, `select public.add_record_note('farmers', $1, 'Ring')`, [id]),
      ),
      ...Array.from({ length: 5 }, () => sealAudit()),
    ])
    expect((await verify()).problems).toEqual([])
    expect(await adminApp.sql('select from private.audit_unsealed')).toEqual([])
  })

  it.each([
    [
      'one altered letter',
      `update public.audit_trail set actor_role = 'Admin' where id = (select min(id) from public.audit_trail)`,
      'altered',
    ],
    [
      'an altered time',
      `update public.audit_trail set created_at = created_at + interval '1 microsecond' where id = (select max(id) from public.audit_trail)`,
      'altered',
    ],
    [
      'an entry that was taken out',
      'delete from public.audit_trail where id = (select min(id) from public.audit_trail)',
      'lacks 1',
    ],
    [
      'an entry that was slipped in',
      `insert into public.audit_trail (actor_role, action, subject_type) values ('admin', 'look', 'orders')`,
      'past the chain',
    ],
    [
      'a batch that was taken out',
      'delete from private.audit_seals where id = (select min(id) from private.audit_seals)',
      'does not follow',
    ],
    [
      'a batch that was sealed again',
      `update private.audit_seals set hash = '3:' || repeat('a', 64) where id = (select min(id) from private.audit_seals)`,
      'altered',
    ],
    ['a batch that was forgotten before its time', forgetBatch(firstBatch), 'before its time'],
    [
      'a batch that was forgotten at a time to come',
      forgetBatch(firstBatch, `now() + interval '20 years'`),
      'before its time',
    ],
    [
      'a batch that was made older, and forgotten',
      `${forgetBatch(firstBatch)};
        update private.audit_seals set newest_at = now() - interval '9 years' where id = ${firstBatch}`,
      'its seal was altered',
    ],
    [
      'a batch that was made older as seals of before were',
      `${forgetBatch(firstBatch)};
        update private.audit_seals set hash = substr(hash, 3), entries_hash = null, sealed_at = null, newest_at = now() - interval '9 years'
          where id = ${firstBatch}`,
      'does not follow',
    ],
  ])('shows %s, by a person whom no guard stops', async (_, text, problem) => {
    await verify()
    await adminApp.sql(
      `create table whole_trail as table public.audit_trail; create table whole_seals as table private.audit_seals`,
    )
    await asSuperuser(text)
    expect((await verifyAudit(adminApp.database, { key })).problems.join()).toContain(problem)
    // Put back, so that each case finds a whole chain.
    await asSuperuser(`delete from public.audit_trail; delete from private.audit_seals;
      insert into public.audit_trail overriding system value select * from whole_trail;
      insert into private.audit_seals overriding system value select * from whole_seals`)
    await adminApp.sql('drop table whole_trail; drop table whole_seals')
    expect((await verifyAudit(adminApp.database, { key })).problems).toEqual([])
  })
})

describe('batches whose time is over', () => {
  let old: AdminApp
  beforeAll(async () => {
    old = await openAdminApp()
  })
  afterAll(() => old.close())

  const addOldEntry = () =>
    asSuperuser(
      `with entry as (insert into public.audit_trail (created_at, actor_role, action, subject_type)
        values (now() - interval '8 years', 'admin', 'look', 'orders') returning id)
      insert into private.audit_unsealed select id from entry`,
      old,
    )
  const verify = async () => (await verifyAudit(old.database, { key })).problems.join()
  const forget = () => old.as(service, 'select private.forget_audit_trail()')

  it('go, oldest first, and their seals hold the chain', async () => {
    await sealAudit(old.database)
    // What the making of this application wrote is not part of it.
    await asSuperuser('delete from public.audit_trail; delete from private.audit_seals', old)
    for (const _ of [1, 2]) {
      await addOldEntry()
      await sealAudit(old.database)
    }
    await old.addPerson({ role: 'content' })
    await sealAudit(old.database)
    await addOldEntry()
    await sealAudit(old.database)
    await forget()
    expect(await verifyAudit(old.database, { key })).toMatchObject({
      problems: [],
      batches: 4,
      forgottenBatches: 2,
      entries: 2,
    })
  })

  it('have gone by the period of that time, whatever counts since', async () => {
    await old.as(
      withSecondFactor(old.admin),
      `update public.retention_periods set keep = interval '20 years' where subject = 'audit_trail'`,
    )
    await sealAudit(old.database)
    expect(await verify()).toBe('')
  })

  it('show when one was taken out of the middle, old as it may be', async () => {
    await asSuperuser(forgetBatch(`(select max(id) - 1 from private.audit_seals)`), old)
    expect(await verify()).toContain('an older one is still there')
    await asSuperuser(
      `update private.audit_seals set forgotten_at = null where id = (select max(id) - 1 from private.audit_seals)`,
      old,
    )
  })

  it('show when an entry of one is there again', async () => {
    await asSuperuser(
      `insert into public.audit_trail (id, actor_role, action, subject_type) overriding system value
        select entry_ids[1], 'admin', 'look', 'orders' from private.audit_seals where id = ${firstBatch}`,
      old,
    )
    expect(await verify()).toContain('its entries are still there')
  })

  it('of before hold as they were sealed', async () => {
    await asSuperuser(
      `delete from public.audit_trail; delete from private.audit_seals; delete from private.audit_unsealed;
      insert into public.audit_trail (actor_role, action, subject_type) values ('admin', 'look', 'orders');
      insert into private.audit_seals (number, entry_ids, newest_at, previous_hash, hash)
        select 1, array[id], created_at, repeat('0', 64), encode(sha256(convert_to(repeat('0', 64)
          || encode(sha256(convert_to(private.audit_text(entry), 'UTF8')), 'hex'), 'UTF8')), 'hex')
        from public.audit_trail as entry`,
      old,
    )
    await old.addPerson({ role: 'content' })
    await sealAudit(old.database)
    expect(await verifyAudit(old.database, { key })).toMatchObject({
      problems: [],
      batches: 2,
      unkeyedBatches: 1,
      entries: 2,
    })
    await asSuperuser(`update public.audit_trail set actor_role = 'Admin' where actor_role = 'admin'`, old)
    expect(await verify()).toContain('an entry was altered')
  })
})

describe('a look into the vault', () => {
  it('stands in the trail with its reason, and without what was seen', async () => {
    const { stored } = await adminApp.registrations.send('investor_individual')
    const check = `select public.reveal_secret('investors', $1, 'bvn', 'Compare with the bank')`
    await adminApp.as(withSecondFactor(adminApp.reviewer), check, [stored.id])
    expect(await search(`kind => 'vault_reveals', subject => '${stored.id}'`)).toEqual([
      expect.objectContaining({
        actor_id: adminApp.reviewer.id,
        after: { record_type: 'investors', field: 'bvn', reason: 'Compare with the bank' },
      }),
    ])
  })
})
