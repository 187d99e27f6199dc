// Two registrations of one person made one: who may not, what never may, and what is left of both.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { Person } from '#domain/admin/persons.ts'
import type { SearchAnswer } from '#domain/admin/search.ts'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import type { Caller } from '#platform/database/caller.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { decide, newAddress, openReview, type SendOptions, type Sent } from './registration-intake.ts'

const { app, intake, admin, reviewer, finance, agent } = await openReview()
afterAll(() => app.close())

const strong = withSecondFactor(reviewer)
const why = 'Both are of the same woman, who rang us.'
const merge = 'select private.merge_registrations($1, $2, $3, $4, $5) as answer'
const compare = 'select public.compare_registrations($1, $2, $3) as pair'
const find = 'select other_id from public.find_duplicates($1, $2)'

let numbers = 0
/** Two registrations with one number; the first is the older. */
async function sendTwins(
  form: RegistrationFormName = 'farmer',
  options: SendOptions[] = [],
): Promise<[Sent, Sent]> {
  numbers += 1
  const phoneNumber = `0809 300 ${String(numbers).padStart(4, '0')}`
  const send = (more: SendOptions = {}) =>
    intake.send(form, {
      ...more,
      answers: { phoneNumber, phone: phoneNumber, email: newAddress(), ...more.answers },
    })
  const older = await send(options[0])
  return [older, await send(options[1])]
}

/** The number that a registration names is the account's own. */
const provePhone = (person: { id: string }, { stored }: Sent) =>
  app.owner.query(
    `update auth.users set phone_confirmed_at = now(),
       phone = (select ltrim(phone, '+') from public.farmers where id = $2) where id = $1`,
    [person.id, stored.id],
  )

async function readSeen({ stored: one }: Sent, { stored: other }: Sent): Promise<string> {
  const { rows } = await app.as<{ pair: { seen: string } }>(reviewer.caller, compare, [
    one.recordType,
    one.id,
    other.id,
  ])
  return rows[0]?.pair.seen ?? ''
}
const valuesOf = (one: Sent, other: Sent, seen: string, reason = why) => [
  one.stored.recordType,
  one.stored.id,
  other.stored.id,
  reason,
  seen,
]
async function mergeThem(one: Sent, other: Sent) {
  return (await app.as<{ answer: object }>(strong, merge, valuesOf(one, other, await readSeen(one, other))))
    .rows[0]?.answer
}
async function refusalOf(one: Sent, other: Sent, caller: Caller = strong, reason = why) {
  const { code, message, hint } = await app.refusalOf(
    caller,
    merge,
    valuesOf(one, other, await readSeen(one, other), reason),
  )
  return { code, message, hint }
}
async function readRow<Row = Record<string, unknown>>(text: string, values: unknown[]): Promise<Row> {
  return (await app.owner.query(text, values)).rows[0]
}
const remains = (id: string) =>
  readRow(
    `select (select count(*)::int from app_vault.secrets where record_id = $1) as secrets,
       (select count(*)::int from app_vault.matches where record_id = $1) as hashes,
       (select wrapped_key is not null from app_vault.people
        where id = (select person_id from app_vault.records where record_id = $1)) as key`,
    [id],
  )
const whole = { secrets: 1, hashes: 1, key: true }
const nothing = { secrets: 0, hashes: 0, key: false }

describe('a merge is refused', () => {
  it('to everybody without the right to decide, the second factor, a reason, and to the service', async () => {
    const [older, younger] = await sendTwins()
    const member = await app.addPerson()
    for (const caller of [
      anonymous,
      service,
      member.caller,
      withSecondFactor(finance),
      withSecondFactor(agent),
    ])
      expect((await refusalOf(older, younger, caller)).code).toBe('42501')
    expect(await refusalOf(older, younger, reviewer.caller)).toMatchObject({ code: '42501', hint: 'aal2' })
    expect(await refusalOf(older, younger, strong, 'twice')).toMatchObject({ code: '23514', hint: 'reason' })
    expect(await refusalOf(older, younger, strong, 'Both have the BVN 22345678901.')).toMatchObject({
      hint: 'reason',
    })
    for (const caller of [anonymous, member.caller, finance.caller])
      expect((await app.refusalOf(caller, compare, valuesOf(older, younger, '').slice(0, 3))).code).toBe(
        '42501',
      )
    expect(await remains(younger.stored.id)).toEqual(whole)
  })

  it('of two approved records, of an approved younger one, and into a declined one', async () => {
    const approve = ({ stored }: Sent, to = 'approved') =>
      app.as(
        reviewer.caller,
        ...decide(stored.recordType, stored.id, 'pending', to, to === 'declined' ? 'No' : null),
      )
    const [older, younger] = await sendTwins()
    await approve(younger)
    expect((await refusalOf(older, younger)).message).toContain('what is approved is not erased')
    await approve(older)
    expect(await refusalOf(older, younger)).toEqual({
      code: 'PT409',
      hint: 'merge',
      message: 'Both are approved, and two approved records are never made one.',
    })
    const [closed, again] = await sendTwins()
    await approve(closed, 'declined')
    expect((await refusalOf(closed, again)).message).toContain('is a new try')
    for (const { stored } of [older, younger, again]) expect(await remains(stored.id)).toEqual(whole)
  })

  it('of two accounts, and of an account into nobody\u2019s', async () => {
    const [ada, obi] = [await app.addPerson(), await app.addPerson()]
    const [hers, his] = await sendTwins('farmer', [{ person: ada }, { person: obi }])
    expect((await refusalOf(hers, his)).message).toBe(
      'They belong to two accounts, and two accounts are never made one.',
    )
    const [guest, owned] = await sendTwins('farmer', [{}, { person: ada }])
    expect((await refusalOf(guest, owned)).message).toContain('is in an account')
  })

  it('of a guest\u2019s into an account that has proved neither its e-mail address nor its phone', async () => {
    const ada = await app.addPerson()
    const [owned, guest] = await sendTwins('farmer', [{ person: ada }])
    expect((await refusalOf(owned, guest)).message).toContain(
      'neither its proved email address nor its proved phone',
    )
    expect(await remains(guest.stored.id)).toEqual(whole)
    await provePhone(ada, guest)
    const { rows } = await app.as<{ pair: { obstacle: string | null } }>(reviewer.caller, compare, [
      owned.stored.recordType,
      owned.stored.id,
      guest.stored.id,
    ])
    expect(rows[0]?.pair.obstacle).toBeNull()
  })

  it('across kinds and forms, of one with itself, of strangers, and of what is not there', async () => {
    const [older, younger] = await sendTwins()
    const training = await intake.send('training', { answers: { email: newAddress() } })
    const seen = await readSeen(older, younger)
    const attempt = (type: string, one: string, other: string) =>
      app.refusalOf(strong, merge, [type, one, other, why, seen])
    const { id } = older.stored
    expect((await attempt('farmers', id, training.stored.id)).code).toBe('P0002')
    expect((await attempt('farmers', id, id)).code).toBe('P0002')
    expect((await attempt('farmers', id, randomUUID())).code).toBe('P0002')
    expect((await attempt('orders', id, younger.stored.id)).code).toBe('22023')
    const [stranger] = await sendTwins('farmer', [
      { answers: { fullName: 'Terver Akaa', dateOfBirth: '1971-03-04' } },
    ])
    expect((await refusalOf(older, stranger)).message).toBe(
      'Nothing says that these two are the same person.',
    )
    const [investor, company] = [
      await intake.send('investor_individual', { answers: { phone: '0809 300 9001', email: newAddress() } }),
      await intake.send('investor_corporate', {
        answers: {
          contactPersonPhone: '0809 300 9001',
          contactPersonEmail: newAddress(),
          companyEmail: newAddress(),
        },
      }),
    ]
    expect((await refusalOf(investor, company)).message).toContain('two forms')
  })

  it('of a registration whose consent was taken back, of what was changed meanwhile, and of one\u2019s own', async () => {
    const [older, younger] = await sendTwins()
    const seen = await readSeen(older, younger)
    await app.owner.query('update public.farmers set goals = $2 where id = $1', [
      younger.stored.id,
      'To keep two hundred goats',
    ])
    expect(await app.refusalOf(strong, merge, valuesOf(older, younger, seen))).toMatchObject({
      code: 'PT409',
      hint: 'seen',
    })
    await app.owner.query(
      `insert into public.consents (record_type, record_id, purpose, text_version, is_given, channel)
       values ('farmers', $1, 'terms', '2026-11', false, 'web')`,
      [younger.stored.id],
    )
    expect((await refusalOf(older, younger)).message).toContain('took back a consent')
    const [theirs, own] = await sendTwins('farmer', [{}, { answers: { email: reviewer.email } }])
    expect(await refusalOf(theirs, own)).toMatchObject({ code: '42501', hint: 'own_record' })
    const { refusals } = await readRow<{ refusals: number }>(
      `select count(*)::int as refusals from private.registration_merges`,
      [],
    )
    expect(refusals).toBe(0)
  })
})

describe('a merge', () => {
  it('keeps the older whole, erases what is secret of the younger, and anyone who asks the younger hears of the older', async () => {
    const [older, younger] = await sendTwins()
    // Whichever is named first.
    expect(await mergeThem(younger, older)).toEqual({
      older: older.stored.reference,
      younger: younger.stored.reference,
    })
    expect(await remains(older.stored.id)).toEqual(whole)
    expect(await remains(younger.stored.id)).toEqual(nothing)
    const remaining = older.stored.reference
    expect(
      await readRow('select status, decline_reason, has_photo from public.farmers where id = $1', [
        younger.stored.id,
      ]),
    ).toEqual({
      status: 'declined',
      decline_reason: `We received this twice. It is one with ${remaining}, which stays with us.`,
      has_photo: false,
    })
    expect(await readRow('select status from public.farmers where id = $1', [older.stored.id])).toEqual({
      status: 'pending',
    })
    expect(await intake.track(younger.token)).toMatchObject({
      mergedInto: remaining,
      erasedAt: null,
      events: [{ kind: 'merged' }],
      nextStep: `This registration is one with ${remaining}. It goes on there, and you do not have to do anything.`,
    })
    expect(await intake.track(older.token)).toMatchObject({ mergedInto: null, reference: remaining })
    const { rows: mails } = await app.owner.query(
      `select template, data ->> 'kept' as remaining from private.mail_outbox where data ->> 'code' = $1 order by template`,
      [younger.stored.reference],
    )
    expect(mails).toEqual([
      { template: 'registration_merged', remaining },
      { template: 'registration_received', remaining: null },
    ])
    const { rows: trail } = await app.owner.query(
      `select subject_id, actor_id, after ->> 'secrets' as secrets from public.audit_trail where action = 'merge' order by id`,
    )
    expect(trail).toEqual([
      { subject_id: older.stored.id, actor_id: reviewer.id, secrets: 'kept' },
      { subject_id: younger.stored.id, actor_id: reviewer.id, secrets: 'erased' },
    ])
    const twinsOf = async ({ stored }: Sent) =>
      (await app.as(reviewer.caller, find, ['farmers', stored.id])).rows.map(({ other_id }) => other_id)
    expect(await twinsOf(younger)).toEqual([])
    expect(await twinsOf(older)).not.toContain(younger.stored.id)
    const flags = 'select flags from public.find_record_flags($1, $2)'
    // The row says twin where the drawer names one: others of the same name and birth date, never the one that it is one with.
    expect((await app.as(reviewer.caller, flags, ['farmers', [older.stored.id]])).rows).toEqual([
      { flags: [...((await twinsOf(older)).length > 0 ? ['twin'] : []), 'photo'] },
    ])
    expect((await app.as(reviewer.caller, flags, ['farmers', [younger.stored.id]])).rows).toEqual([
      { flags: [] },
    ])
    // Each row says so itself, to staff who may read such registrations and to nobody else: not to its own person either.
    const readWhole = 'select own.merged_with from public.farmers as own where id = $1'
    expect((await app.as(reviewer.caller, readWhole, [younger.stored.id])).rows).toEqual([
      { merged_with: { id: older.stored.id, reference: older.stored.reference } },
    ])
    expect((await app.as(reviewer.caller, readWhole, [older.stored.id])).rows).toEqual([
      { merged_with: null },
    ])
    expect(
      (
        await app.as((await app.addPerson()).caller, `select private.merged_with('farmers', $1) as whole`, [
          younger.stored.id,
        ])
      ).rows,
    ).toEqual([{ whole: null }])
    const withoutPhoto = `select unnest((public.find_records('farmers', 'declined', filters => '{"photo": "missing"}', page_size => 500)).ids) as id`
    expect((await app.as(reviewer.caller, withoutPhoto)).rows).not.toContainEqual({ id: younger.stored.id })
    const { rows: merges } = await app.as(reviewer.caller, 'select * from public.find_merges($1, $2)', [
      'farmers',
      older.stored.id,
    ])
    expect(merges).toMatchObject([{ younger_id: younger.stored.id, reason: why }])
  })

  it('is read and found under the older: its person, and by number or reference the younger as merged', async () => {
    const [older, younger] = await sendTwins()
    const { phoneNumber } = (younger.answers ?? {}) as { phoneNumber?: string }
    expect(phoneNumber).toBeTruthy()
    await mergeThem(older, younger)
    const readPerson = async (id: string) =>
      (
        await app.as<{ person: Person }>(reviewer.caller, 'select public.find_person($1, $2) as person', [
          'farmers',
          id,
        ])
      ).rows[0]?.person
    for (const { stored } of [older, younger]) {
      const person = await readPerson(stored.id)
      expect(person?.who).toMatchObject({ recordId: older.stored.id, label: older.stored.reference })
      const entries = person?.sections.registrations?.entries ?? []
      expect(
        Object.fromEntries(
          entries.map(({ code, state, words }) => [code, state === 'merged' ? words : state]),
        ),
      ).toEqual({ [older.stored.reference]: 'pending', [younger.stored.reference]: older.stored.reference })
    }
    const search = async (query: string) =>
      (
        await app.as<{ found: SearchAnswer }>(
          reviewer.caller,
          'select public.search_everything($1, 5) as found',
          [query],
        )
      ).rows[0]?.found
    const { people } = (await search(phoneNumber ?? '')) ?? {}
    expect(people).toMatchObject([{ recordType: 'farmers', id: older.stored.id }])
    expect(people?.[0]?.records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: older.stored.id, mergedInto: null }),
        expect.objectContaining({ id: younger.stored.id, mergedInto: older.stored.reference }),
      ]),
    )
    expect((await search(younger.stored.reference))?.registrations).toMatchObject([
      { id: younger.stored.id, mergedInto: older.stored.reference },
    ])
  })

  it('is done once, is not taken back by a decision, and nothing secret comes to the younger again', async () => {
    const [older, younger] = await sendTwins()
    await mergeThem(older, younger)
    expect((await refusalOf(older, younger)).message).toContain('already')
    const { code } = await app.refusalOf(
      admin.caller,
      `update public.farmers set status = 'pending', decline_reason = null where id = $1`,
      [younger.stored.id],
    )
    expect(code).toBe('PT409')
    const sealed = await intake.vault.seal(
      { userId: null, record: { type: 'farmers', id: younger.stored.id } },
      { dateOfBirth: '1990-05-12' },
    )
    expect(
      (
        await app.refusalOf(service, 'select private.store_sealed($1, $2, $3)', [
          JSON.stringify(sealed),
          'farmers',
          younger.stored.id,
        ])
      ).code,
    ).toBe('PT409')
    for (const statement of [
      'update private.registration_merges set reason = reason',
      'truncate private.registration_merges',
    ])
      await expect(app.owner.query(statement)).rejects.toThrow()
  })

  it('leaves what else the person has: another registration under the same key stays readable', async () => {
    const person = await app.addPerson()
    const training = await intake.send('training', { person, answers: { email: newAddress() } })
    const [older, younger] = await sendTwins('farmer', [{ person }, { person }])
    await mergeThem(older, younger)
    expect(await remains(younger.stored.id)).toEqual({ ...nothing, key: true })
    const mine = 'select merged_into, erased_at from public.my_registrations where id = $1'
    expect((await app.as(person.caller, mine, [younger.stored.id])).rows).toEqual([
      { merged_into: older.stored.reference, erased_at: null },
    ])
    for (const { stored } of [older, training])
      expect(await remains(stored.id)).toMatchObject({ key: true, hashes: 1 })
  })

  it('makes both one for their person: erasing the older erases what was left of the younger', async () => {
    const [older, younger] = await sendTwins()
    await mergeThem(older, younger)
    const { id: personId } = await readRow<{ id: string }>(
      'select person_id as id from app_vault.records where record_id = $1',
      [older.stored.id],
    )
    const { tables } = await readRow<{ tables: Record<string, object[]> }>(
      'select private.export_person(null, $1) as tables',
      [[personId]],
    )
    expect(tables['public.farmers']).toHaveLength(2)
    expect(JSON.stringify(tables['private.registration_merges'])).not.toContain(reviewer.id)
    await app.as(service, 'select private.erase_person(null, $1)', [[personId]])
    for (const { stored } of [older, younger])
      expect(
        await readRow('select contact_name, phone from public.farmers where id = $1', [stored.id]),
      ).toEqual({
        contact_name: null,
        phone: null,
      })
    expect(
      await readRow('select count(*)::int as left from private.registration_merges where older_id = $1', [
        older.stored.id,
      ]),
    ).toEqual({ left: 0 })
  })

  it('is not open to another account that has the younger: it reads nothing of the older\u2019s', async () => {
    const person = await app.addPerson()
    const [older, younger] = await sendTwins('farmer', [{ person }, {}])
    await provePhone(person, younger)
    await mergeThem(older, younger)
    const other = await app.addPerson()
    await app.owner.query('update public.farmers set user_id = $2 where id = $1', [
      younger.stored.id,
      other.id,
    ])
    const exportOf = async (id: string) =>
      (
        await readRow<{ tables: Record<string, { id: string }[]> }>(
          'select private.export_person($1, private.vault_person_ids($1)) as tables',
          [id],
        )
      ).tables['public.farmers']?.map((row) => row.id)
    expect(await exportOf(person.id)).toEqual([older.stored.id])
    expect(await exportOf(other.id)).toEqual([younger.stored.id])
  })
})
