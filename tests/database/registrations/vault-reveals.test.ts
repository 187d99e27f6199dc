// Who may look at what is secret: refused to nearly everybody, and written down for the person whenever it is not.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '#platform/database/caller.ts'
import { anonymous, type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openVaultApp } from './vault-app.ts'

const reason = 'Checking the BVN with the bank'

const app = await openVaultApp()
const owner = await app.addPerson({ name: 'Ada Obi' })
const reviewer = await app.addPerson({ name: 'Bola Ade', role: 'reviewer' })
const farmer = await app.addFarmer({ userId: owner.id })
afterAll(() => app.close())

const statement = 'select public.reveal_secret($1, $2, $3, $4) as id'
const request = (recordId = farmer.recordId, field = 'bvn', why = reason, recordType = 'farmers') => [
  recordType,
  recordId,
  field,
  why,
]
const reveal = async (caller: Caller, requested = request()) =>
  (await app.as<{ id: string }>(caller, statement, requested)).rows[0]?.id
const countReveals = async () =>
  (await app.owner.query('select from public.vault_reveals where record_id = $1', [farmer.recordId])).rowCount

describe('looking at a secret is refused', () => {
  const strong = async (role?: 'finance' | 'content' | 'field_agent') =>
    withSecondFactor(await app.addPerson(role ? { role } : {}))

  it.each<[string, () => Promise<Caller>]>([
    ['visitors', async () => anonymous],
    ['the person themselves', async () => withSecondFactor(owner)],
    ['another member', () => strong()],
    ['finance', () => strong('finance')],
    ['content editors', () => strong('content')],
    ['field agents', () => strong('field_agent')],
    ['the service', async () => service],
  ])('to %s', async (_, who) => {
    const before = await countReveals()
    expect((await app.refusalOf(await who(), statement, request())).code).toBe('42501')
    expect(await countReveals()).toBe(before)
  })

  it('to a reviewer without a second factor, and the refusal says so', async () => {
    expect(await app.refusalOf(reviewer.caller, statement, request())).toMatchObject({
      code: '42501',
      hint: 'aal2',
    })
  })

  it.each([
    ['no reason', ''],
    ['a short one', 'because'],
    ['a short one with spaces', 'be       cause'],
    ['a very long one', 'because '.repeat(100)],
    ['one that repeats the number', 'Is it really 223 4567 8901 of hers'],
  ])('with %s', async (_, why) => {
    const refusal = await app.refusalOf(
      withSecondFactor(reviewer),
      statement,
      request(farmer.recordId, 'bvn', why),
    )
    expect(refusal).toMatchObject({ code: '23514', hint: 'reason' })
  })

  it.each<[string, () => (string | undefined)[]]>([
    ['a record that is not there', () => request(randomUUID())],
    ['a field that it does not have', () => request(farmer.recordId, 'accountNumber')],
    ['a record under another name', () => request(farmer.recordId, 'bvn', reason, 'investors')],
  ])('for %s', async (_, requested) => {
    expect((await app.refusalOf(withSecondFactor(reviewer), statement, requested())).code).toBe('P0002')
  })

  it('for a kind of record that the role does not read', async () => {
    const refusal = await app.refusalOf(
      withSecondFactor(reviewer),
      statement,
      request(farmer.recordId, 'bvn', reason, 'orders'),
    )
    expect(refusal.code).toBe('42501')
  })

  it('after sixty in an hour', async () => {
    const curious = await app.addPerson({ role: 'reviewer' })
    const caller = withSecondFactor(curious)
    await app.owner.query(
      `insert into public.vault_reveals (person_id, record_type, record_id, field, reason, actor_id, actor_role)
       select $1, 'farmers', gen_random_uuid(), 'bvn', 'Checking all of them', $2, 'reviewer' from generate_series(1, 59)`,
      [randomUUID(), curious.id],
    )
    expect(await reveal(caller)).toBeDefined()
    expect((await app.refusalOf(caller, statement, request())).code).toBe('PT429')
  })
})

describe('looking at a secret', () => {
  it('is written down: who, when, why and what, before anything is seen', async () => {
    const id = await reveal(withSecondFactor(reviewer))
    const { rows } = await app.as(owner.caller, 'select * from public.vault_reveals where id = $1', [id])
    expect(rows).toEqual([
      {
        id,
        person_id: farmer.personId,
        record_type: 'farmers',
        record_id: farmer.recordId,
        field: 'bvn',
        reason,
        actor_id: reviewer.id,
        actor_name: 'Bola Ade',
        actor_role: 'reviewer',
        created_at: expect.any(Date),
        sitting_id: null,
      },
    ])
  })

  it('is seen by the person, by staff who may look, and by nobody else', async () => {
    await reveal(withSecondFactor(reviewer))
    const see = async ({ caller }: Person) =>
      (await app.as(caller, 'select from public.vault_reveals where record_id = $1', [farmer.recordId]))
        .rowCount
    expect(await see(owner)).toBeGreaterThan(0)
    expect(await see(await app.addPerson({ role: 'admin' }))).toBeGreaterThan(0)
    expect(await see(await app.addPerson())).toBe(0)
    expect(await see(await app.addPerson({ role: 'finance' }))).toBe(0)
  })

  it('cannot be taken back or written by hand', async () => {
    const id = await reveal(withSecondFactor(reviewer))
    const { caller } = await app.addPerson({ role: 'admin' })
    for (const text of [
      `update public.vault_reveals set reason = 'another reason' where id = '${id}'`,
      `delete from public.vault_reveals where id = '${id}'`,
      `insert into public.vault_reveals (person_id, record_type, record_id, field, reason, actor_id, actor_role)
       values (gen_random_uuid(), 'farmers', gen_random_uuid(), 'bvn', 'Ten letters', gen_random_uuid(), 'admin')`,
    ])
      for (const actor of [caller, service]) expect((await app.refusalOf(actor, text)).code).toBe('42501')
    await expect(app.owner.query('delete from public.vault_reveals where id = $1', [id])).rejects.toThrow(
      'keeps',
    )
  })

  it('gives the ciphertext to the server alone, and for a minute', async () => {
    const id = await reveal(withSecondFactor(reviewer))
    const read = 'select field from private.read_revealed($1)'
    expect((await app.refusalOf(withSecondFactor(reviewer), read, [id])).code).toBe('42501')
    expect((await app.as(service, read, [id])).rows).toEqual([{ field: 'bvn' }])
    const { rows } = await app.owner.query<{ id: string }>(
      `insert into public.vault_reveals
         (person_id, record_type, record_id, field, reason, actor_id, actor_role, created_at)
       values ($1, 'farmers', $2, 'bvn', 'Asked yesterday', gen_random_uuid(), 'reviewer', now() - interval '2 minutes')
       returning id`,
      [farmer.personId, farmer.recordId],
    )
    expect((await app.as(service, read, [rows[0]?.id])).rows).toEqual([])
  })
})

describe('the masked form', () => {
  const masked = async ({ caller }: Person) =>
    (
      await app.as(caller, 'select field, last_four from public.masked_secrets($1, $2)', [
        'farmers',
        farmer.recordId,
      ])
    ).rows

  it('shows the last four of a number, and nothing of a birth date', async () => {
    const shown = [
      { field: 'bvn', last_four: '8901' },
      { field: 'dateOfBirth', last_four: null },
    ]
    expect(await masked(owner)).toEqual(shown)
    expect(await masked(reviewer)).toEqual(shown)
  })

  it('is empty for everybody who may not read the record', async () => {
    expect(await masked(await app.addPerson())).toEqual([])
    expect(await masked(await app.addPerson({ role: 'finance' }))).toEqual([])
    expect(
      (await app.refusalOf(anonymous, 'select * from public.masked_secrets($1, $2)', request().slice(0, 2)))
        .code,
    ).toBe('42501')
  })
})

describe('an alarm', () => {
  const reveals = (person: Person, count: number, field: string, why: string | null = null) =>
    app.owner.query(
      `insert into public.vault_reveals (person_id, record_type, record_id, field, reason, actor_id, actor_role)
       select gen_random_uuid(), 'farmers', gen_random_uuid(), $2, coalesce($4, 'Checking number ' || at), $1, 'reviewer'
       from generate_series(1, $3::integer) as at`,
      [person.id, field, count, why],
    )
  const alarmsOf = async (person: Person): Promise<string[]> =>
    (
      await app.owner.query<{ kind: string }>(
        'select kind from private.vault_alarms where actor_id = $1 order by kind',
        [person.id],
      )
    ).rows.map(({ kind }) => kind)
  const noticesFor = async (person: Person, about: Person) =>
    (
      await app.as<{ notices: Record<string, unknown>[] }>(
        person.caller,
        'select public.admin_notices() as notices',
      )
    ).rows[0]?.notices.filter(({ kind, name }) => kind === 'vault_alarm' && name === about.email)
  const nameless = (role: 'reviewer' | 'admin') => app.addPerson({ role, metadata: {} })
  let admin: Person
  beforeAll(async () => {
    // Nobody else hears of it.
    await app.owner.query(`delete from public.user_roles where role = 'admin'`)
    admin = await app.addPerson({ role: 'admin', name: 'Ngozi Admin' })
  })

  it('rings at the tenth reveal of an hour, once, by mail, in the audit trail and on the desk', async () => {
    const curious = await nameless('reviewer')
    await reveals(curious, 9, 'bvn')
    expect(await alarmsOf(curious)).toEqual([])
    await app.owner.query('delete from private.mail_outbox')
    await reveals(curious, 8, 'bvn')
    expect(await alarmsOf(curious)).toEqual(['reveals'])
    const { rows } = await app.owner.query(
      `select recipient, data ->> 'kind' as kind from private.mail_outbox where template = 'staff_vault_alarm'`,
    )
    expect(rows).toEqual([{ recipient: admin.email, kind: 'reveals' }])
    const trail = await app.owner.query(
      `select after from public.audit_trail where action = 'alarm' and subject_id = $1`,
      [curious.id],
    )
    expect(trail.rows).toEqual([{ after: { kind: 'reveals', count: 17 } }])
    expect(await noticesFor(admin, curious)).toMatchObject([{ of: 'reveals', count: 17, isOwn: false }])
    expect(await noticesFor(curious, curious)).toEqual([])
  })

  it('rings for many photos outside of a sitting, and for one reason over and over', async () => {
    const curious = await nameless('reviewer')
    await reveals(curious, 19, 'selfie')
    expect(await alarmsOf(curious)).toEqual([])
    await reveals(curious, 1, 'selfie')
    expect(await alarmsOf(curious)).toEqual(['photos'])
    const lazy = await nameless('reviewer')
    await reveals(lazy, 4, 'bvn', 'To have a look')
    expect(await alarmsOf(lazy)).toEqual([])
    await reveals(lazy, 1, 'idNumber', 'to have a LOOK')
    expect(await alarmsOf(lazy)).toEqual(['reasons'])
  })

  it('is looked into by another person than the one whom it is about', async () => {
    const curious = await nameless('admin')
    await reveals(curious, 10, 'bvn')
    const [alarm] = (await noticesFor(admin, curious)) ?? []
    const close = 'select public.close_vault_alarm($1)'
    expect((await app.refusalOf(withSecondFactor(curious), close, [alarm?.id])).hint).toBe('own_record')
    expect((await app.refusalOf(withSecondFactor(reviewer), close, [alarm?.id])).code).toBe('42501')
    expect((await app.refusalOf(admin.caller, close, [alarm?.id])).hint).toBe('aal2')
    await app.as(withSecondFactor(admin), close, [alarm?.id])
    expect(await noticesFor(admin, curious)).toEqual([])
    await app.owner.query('delete from public.user_roles where user_id = $1', [curious.id])
  })

  describe('is silent in a sitting', () => {
    const begin = 'select public.begin_sitting($1, $2) as sitting'
    const why = 'Checking the photos of this week'
    let photo: string[]
    let sitter: Person
    beforeAll(async () => {
      sitter = await app.addPerson({ role: 'reviewer', name: 'Sola Sitter' })
      photo = request(undefined, 'selfie', '')
      await app.owner.query(
        `insert into app_vault.secrets (person_id, record_type, record_id, field, ciphertext)
         select person_id, record_type, record_id, 'selfie', ciphertext
         from app_vault.secrets where record_id = $1 and field = 'bvn'`,
        [farmer.recordId],
      )
    })

    it('which has a reason, is mailed to another person, and gives its reason to each look at a photo of its queue', async () => {
      const caller = withSecondFactor(sitter)
      expect((await app.refusalOf(sitter.caller, begin, ['farmers', why])).hint).toBe('aal2')
      expect((await app.refusalOf(caller, begin, ['farmers', 'short'])).hint).toBe('reason')
      expect((await app.refusalOf(caller, begin, ['orders', why])).code).toBe('22023')
      expect((await app.refusalOf(caller, statement, photo)).hint).toBe('reason')
      await app.owner.query('delete from private.mail_outbox')
      await app.as(caller, begin, ['farmers', why])
      expect((await app.refusalOf(caller, begin, ['farmers', why])).code).toBe('PT409')
      const mails = await app.owner.query('select recipient, template from private.mail_outbox')
      expect(mails.rows).toEqual([{ recipient: admin.email, template: 'staff_sitting_begun' }])
      const id = await reveal(caller, photo)
      const { rows } = await app.owner.query(
        'select reason, sitting_id is not null as sits from public.vault_reveals where id = $1',
        [id],
      )
      expect(rows).toEqual([{ reason: why, sits: true }])
      // Everything else takes its own reason, and counts.
      expect((await app.refusalOf(caller, statement, request(undefined, 'bvn', ''))).hint).toBe('reason')
      await reveals(sitter, 70, 'selfie')
      expect(await reveal(caller, photo)).toBeDefined()
      expect(await alarmsOf(sitter)).toEqual([])
      await reveals(sitter, 10, 'bvn')
      expect(await alarmsOf(sitter)).toEqual(['reveals'])
    })

    it('which ends by a word, after four hours, or with the 300th photo', async () => {
      const caller = withSecondFactor(sitter)
      const open = async () =>
        (await app.as<{ open: { photos: number } | null }>(caller, 'select public.my_sitting() as open'))
          .rows[0]?.open
      expect(await open()).toMatchObject({ queue: 'farmers', photos: 72, photosMax: 300 })
      await reveals(sitter, 228, 'selfie')
      expect(await open()).toBeNull()
      expect((await app.refusalOf(caller, statement, photo)).hint).toBe('reason')
      await app.as(caller, begin, ['farmers', why])
      await app.owner.query(
        `update private.photo_sittings set ends_at = ends_at - interval '4 hours' where person_id = $1 and photos = 0`,
        [sitter.id],
      )
      expect(await open()).toBeNull()
      await app.as(caller, begin, ['farmers', why])
      await app.as(caller, 'select public.end_sitting()')
      expect(await open()).toBeNull()
      expect((await app.refusalOf(caller, 'select public.end_sitting()')).code).toBe('P0002')
    })

    it('but one that nobody else would hear of does not begin', async () => {
      await app.owner.query('delete from public.user_roles where user_id = $1', [admin.id])
      expect(await app.refusalOf(withSecondFactor(sitter), begin, ['farmers', why])).toMatchObject({
        code: '23514',
        message: expect.stringContaining('another admin'),
      })
    })
  })
})
