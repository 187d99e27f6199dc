// Own secrets in clear, requested from the database by itself: claims alone open nothing, and no row opens before its time.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { Caller } from '#platform/database/caller.ts'
import { openVaultApp, secrets } from '#tests/database/registrations/vault-app.ts'
import { anonymous, service, withSecondFactor } from '#tests/harness/migrated-database.ts'

const app = await openVaultApp()
const person = await app.addPerson()
await app.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [person.id])
await app.addFarmer({ userId: person.id })
afterAll(() => app.close())

async function addFactor(userId: string, age: string): Promise<string> {
  const id = randomUUID()
  await app.owner.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values ($1, $2, gen_random_uuid()::text, 'totp', 'verified', now() - $3::interval, now() - $3::interval)`,
    [id, userId, age],
  )
  return id
}

/** A session at aal2 that was raised by this factor. */
async function signInWith(factorId: string | null, aal: 'aal1' | 'aal2' = 'aal2'): Promise<Caller> {
  const { caller, sessionId } = await app.signIn(person, aal)
  await app.owner.query('update auth.sessions set factor_id = $2 where id = $1', [sessionId, factorId])
  return caller
}

async function begin(caller: Caller): Promise<{ id: string; inClear: boolean; sealed: number }> {
  const { rows } = await app.as<{ entry: { id: string; inClear: boolean } }>(
    caller,
    'select private.begin_own_export() as entry',
  )
  const entry = rows[0]?.entry
  if (!entry) throw new Error('no entry was written')
  const sealed = await app.as(service, 'select * from private.read_own_sealed($1)', [entry.id])
  return { ...entry, sealed: sealed.rows.length }
}

describe('an export', () => {
  it('is refused to visitors, and to an unknown caller', async () => {
    for (const caller of [anonymous, service])
      expect((await app.refusalOf(caller, 'select private.begin_own_export()')).code).toBe('42501')
  })

  it('is masked for claims that no session bears out, and for a factor that the session has not shown', async () => {
    const old = await addFactor(person.id, '80 hours')
    const claimed = withSecondFactor(person)
    const lowered = await signInWith(old, 'aal1')
    const raised = withSecondFactor({ caller: lowered })
    const unshown = await signInWith(null)
    const other = await app.addPerson()
    const foreign = await signInWith(await addFactor(other.id, '80 hours'))
    for (const caller of [person.caller, claimed, lowered, raised, unshown, foreign])
      expect(await begin(caller)).toMatchObject({ inClear: false, sealed: 0 })
    const minor = await signInWith(await addFactor(person.id, '71 hours 59 minutes'))
    expect(await begin(minor)).toMatchObject({ inClear: false, sealed: 0 })
    const shown = await signInWith(old)
    const whole = await begin(shown)
    expect(whole).toMatchObject({ inClear: true, sealed: Object.keys(secrets).length })
    await app.owner.query('delete from auth.mfa_factors')
  })

  it('in clear is read within its minute alone, and not once it is frozen', async () => {
    const shown = await signInWith(await addFactor(person.id, '80 hours'))
    const { id, sealed } = await begin(shown)
    expect(sealed).toBeGreaterThan(0)
    const read = async () =>
      (await app.as(service, 'select * from private.read_own_sealed($1)', [id])).rows.length
    await app.owner.query('insert into private.account_freezes (user_id, mailbox) values ($1, $2)', [
      person.id,
      person.email,
    ])
    expect(await read()).toBe(0)
    expect(await app.refusalOf(shown, 'select private.begin_own_export()')).toMatchObject({
      code: '42501',
      hint: 'frozen',
    })
    await app.owner.query('delete from private.account_freezes')
    expect(await read()).toBe(sealed)
    await app.owner.query('alter table private.own_exports disable trigger refuse_change')
    await app.owner.query(
      `update private.own_exports set created_at = now() - interval '61 seconds' where id = $1`,
      [id],
    )
    await app.owner.query('alter table private.own_exports enable trigger refuse_change')
    expect(await read()).toBe(0)
    await app.owner.query('delete from auth.mfa_factors')
  })
})

describe('a wait', () => {
  it('is never shorter than 72 hours, nor open for longer than 7 days', async () => {
    for (const [opens, closes] of [
      ['71 hours', '8 days'],
      ['72 hours', '11 days'],
    ])
      await expect(
        app.owner.query(
          `insert into private.own_secret_requests (user_id, mailbox, session_id, opens_at, closes_at)
           values ($1, $2, gen_random_uuid(), now() + $3::interval, now() + $4::interval)`,
          [person.id, person.email, opens, closes],
        ),
      ).rejects.toMatchObject({ code: '23514' })
    await expect(
      app.owner.query(
        `insert into private.account_freezes (user_id, mailbox, requested_at, thaws_at)
         values ($1, $2, now(), now() + interval '71 hours')`,
        [person.id, person.email],
      ),
    ).rejects.toMatchObject({ code: '23514' })
  })

  it('is not begun for an account without a confirmed mailbox, or with a factor that is old enough', async () => {
    const request = 'select private.request_own_secrets($1, $2)'
    const unconfirmed = await app.addPerson()
    const [theirs, own] = [await app.signIn(unconfirmed, 'aal1'), await app.signIn(person, 'aal1')]
    expect(await app.refusalOf(service, request, [unconfirmed.id, theirs.sessionId])).toMatchObject({
      code: '42501',
      message: 'This account has no confirmed mailbox',
    })
    expect(await app.refusalOf(service, request, [person.id, theirs.sessionId])).toMatchObject({
      code: '42501',
      message: 'Please sign in',
    })
    await addFactor(person.id, '80 hours')
    expect(await app.refusalOf(service, request, [person.id, own.sessionId])).toMatchObject({
      code: '42501',
      hint: 'aal2',
    })
    await app.owner.query('delete from auth.mfa_factors')
    expect((await app.refusalOf(person.caller, request, [person.id, own.sessionId])).code).toBe('42501')
  })
})

it('what is over is forgotten: links after 30 days, requests and freezes at their end', async () => {
  const other = await app.addPerson()
  for (const { id } of [person, other]) {
    await app.owner.query(
      `insert into private.alarm_links (token_hash, user_id, template, mailbox) values ($1, $2, 'auth_factor_added', 'ada@example.com')`,
      [randomUUID().replaceAll('-', '').repeat(2), id],
    )
    await app.owner.query(
      `insert into private.own_secret_requests (user_id, mailbox, session_id) values ($1, 'ada@example.com', gen_random_uuid())`,
      [id],
    )
    await app.owner.query(
      `insert into private.account_freezes (user_id, mailbox, requested_at, thaws_at)
       values ($1, 'ada@example.com', now(), now() + interval '72 hours')`,
      [id],
    )
  }
  await app.owner.query(
    `update private.alarm_links set created_at = now() - interval '31 days' where user_id = $1`,
    [other.id],
  )
  await app.owner.query(
    `update private.own_secret_requests set requested_at = now() - interval '11 days', opens_at = now() - interval '8 days',
       closes_at = now() - interval '1 day' where user_id = $1`,
    [other.id],
  )
  await app.owner.query(
    `update private.account_freezes set requested_at = now() - interval '4 days', thaws_at = now() - interval '1 day'
     where user_id = $1`,
    [other.id],
  )
  await app.as(service, 'select private.forget_account_safety()')
  for (const table of ['alarm_links', 'own_secret_requests', 'account_freezes']) {
    const { rows } = await app.owner.query(`select user_id from private.${table} where user_id = any ($1)`, [
      [person.id, other.id],
    ])
    expect([table, rows.every(({ user_id }) => user_id === person.id), rows.length > 0]).toEqual([
      table,
      true,
      true,
    ])
  }
})
