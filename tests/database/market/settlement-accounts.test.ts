// Where money is sent to: two people, a second factor, and 24 hours between; the caller, in whatever way.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#platform/database/caller.ts'
import { readContent } from '#server/company/content/read-content.ts'
import { catalogueAsJson } from '#server/market/read-products.ts'
import {
  type App,
  anonymous,
  openApp,
  type Person,
  service,
  withSecondFactor,
} from '#tests/harness/migrated-database.ts'

let app: App
let finance: Person
let admin: Person
let reviewer: Person
beforeAll(async () => {
  app = await openApp()
  finance = await app.addPerson({ role: 'finance' })
  admin = await app.addPerson({ role: 'admin' })
  reviewer = await app.addPerson({ role: 'reviewer' })
  await works(finance, 1, 2, 3)
  await works(admin, 1, 2, 3)
})
afterAll(() => app.close())
beforeEach(() =>
  asOwnerUnguarded(`delete from public.settlement_accounts; update public.company_facts set value = 'SEC-1'
    where key = 'crypto_licence_reference'`),
)

/** Entries of the audit trail in a session with a second factor, so many days ago. */
const works = async (person: Person, ...daysAgo: number[]) => {
  for (const days of daysAgo)
    await app.owner.query(
      `insert into public.audit_trail (actor_id, actor_role, action, subject_type, aal, created_at)
       values ($1, 'admin', 'look', 'orders', 'aal2', now() - make_interval(days => $2))`,
      [person.id, days],
    )
}

/** The owner of the database, with the guards switched off: only so does a test travel in time. */
const asOwnerUnguarded = (text: string) =>
  app.owner.query(`begin; alter table public.settlement_accounts disable trigger user; ${text};
    alter table public.settlement_accounts enable trigger user; commit`)

/** Moves all that happened so far into the past. */
const passTime = (interval: string) =>
  asOwnerUnguarded(`update public.settlement_accounts set proposed_at = proposed_at - interval '${interval}',
    approved_at = approved_at - interval '${interval}', effective_at = effective_at - interval '${interval}',
    withdrawn_at = withdrawn_at - interval '${interval}'`)

const wallet = (letter: string) => ({ walletAddress: letter.repeat(34) })
const bank = { bankName: 'First Bank', accountName: 'The company', accountNumber: '0123456789' }

async function propose(
  caller: Caller,
  details: object = wallet('a'),
  kind = 'crypto_wallet',
): Promise<string> {
  const { rows } = await app.as<{ id: string }>(
    caller,
    'select public.propose_settlement_account($1, $2) as id',
    [kind, JSON.stringify(details)],
  )
  return rows[0]?.id ?? ''
}
const approve = (caller: Caller, id: string) =>
  app.as(caller, 'select public.approve_settlement_account($1)', [id])
const shown = async () => (await readContent(app.database, catalogueAsJson)).wallet?.address ?? null

describe('proposing', () => {
  it.each(['propose', 'approve', 'withdraw'])('and %s need the right and the second factor', async (verb) => {
    const [text, values] =
      verb === 'propose'
        ? [`select public.propose_settlement_account('crypto_wallet', $1)`, [JSON.stringify(wallet('a'))]]
        : [`select public.${verb}_settlement_account($1)`, [await propose(withSecondFactor(finance))]]
    for (const caller of [
      anonymous,
      reviewer.caller,
      withSecondFactor(reviewer),
      finance.caller,
      admin.caller,
      service,
    ])
      expect((await app.refusalOf(caller, text, values)).code).toBe('42501')
    expect((await app.refusalOf(finance.caller, text, values)).message).toContain('second factor')
  })

  it.each([
    ['crypto_wallet', { walletAddress: 'short' }],
    ['crypto_wallet', { walletAddress: `${'a'.repeat(20)} ${'b'.repeat(20)}` }],
    ['crypto_wallet', { walletAddress: 'a'.repeat(101) }],
    ['crypto_wallet', { ...wallet('a'), ...bank }],
    ['bank_account', { ...bank, accountNumber: '123456789' }],
    ['bank_account', { ...bank, accountNumber: '012345678x' }],
    ['bank_account', { ...bank, bankName: '' }],
    ['bank_account', {}],
    ['cheque', bank],
  ])('a %s of %o is refused', async (kind, details) => {
    const refusal = await app.refusalOf(
      withSecondFactor(finance),
      'select public.propose_settlement_account($1, $2)',
      [kind, JSON.stringify(details)],
    )
    expect(refusal.code).toBe('23514')
    if (!('walletAddress' in details && 'bankName' in details) && kind !== 'cheque')
      expect(refusal.message).toMatch(/^Enter the /)
  })

  it('is one at a time for each kind', async () => {
    await propose(withSecondFactor(finance))
    await propose(withSecondFactor(finance), bank, 'bank_account')
    const text = `select public.propose_settlement_account('crypto_wallet', $1)`
    expect(await app.refusalOf(withSecondFactor(admin), text, [JSON.stringify(wallet('b'))])).toMatchObject({
      code: '23505',
      message: 'Another change is proposed already. Stop it first.',
    })
  })
})

describe('approving', () => {
  it('is for somebody else than the one who proposed, also when they hold both rights', async () => {
    const id = await propose(withSecondFactor(admin))
    const refusal = await app.refusalOf(
      withSecondFactor(admin),
      'select public.approve_settlement_account($1)',
      [id],
    )
    expect(refusal).toMatchObject({
      code: '42501',
      message: 'Somebody else must approve your proposal',
    })
    await approve(withSecondFactor(finance), id)
  })

  it('does not shorten the 24 hours', async () => {
    const id = await propose(withSecondFactor(finance))
    await approve(withSecondFactor(admin), id)
    expect(await shown()).toBeNull()
    await passTime('23 hours 59 minutes')
    expect(await shown()).toBeNull()
    await passTime('2 minutes')
    expect(await shown()).toBe('a'.repeat(34))
  })

  it('leaves 24 hours to stop an old proposal too, and nobody’s tools leave less', async () => {
    const id = await propose(withSecondFactor(finance))
    await passTime('3 days')
    await expect(
      app.owner.query(
        `update public.settlement_accounts set approved_at = now(), approved_by = $2, effective_at = now() + interval '23 hours'
          where id = $1`,
        [id, admin.id],
      ),
    ).rejects.toMatchObject({ code: '23514' })
    await approve(withSecondFactor(admin), id)
    await passTime('23 hours 59 minutes')
    expect(await shown()).toBeNull()
    await app.as(withSecondFactor(finance), 'select public.withdraw_settlement_account($1)', [id])
    await passTime('2 minutes')
    expect(await shown()).toBeNull()
  })

  it('and proposing are told to everybody who could stop the change, and to nobody else', async () => {
    await app.owner.query('delete from private.mail_outbox')
    const reported = async () =>
      (
        await app.owner.query(
          `select recipient, template, data ->> 'ending' as ending, data ? 'effective_at' as has_time from private.mail_outbox
            order by template desc, recipient`,
        )
      ).rows
    const expected = (template: string, has_time: boolean) =>
      [admin, finance]
        .map(({ email }) => email)
        .sort()
        .map((recipient) => ({ recipient, template, ending: '6789', has_time }))
    const id = await propose(withSecondFactor(finance), bank, 'bank_account')
    expect(await reported()).toEqual(expected('staff_settlement_proposed', false))
    await approve(withSecondFactor(admin), id)
    expect(await reported()).toEqual([
      ...expected('staff_settlement_proposed', false),
      ...expected('staff_settlement_approved', true),
    ])
  })

  describe('is not for whom the proposer made for it:', () => {
    const approval = 'select public.approve_settlement_account($1)'
    const invite = (inviter: Person, invited: Person, role: string) =>
      app.as(withSecondFactor(inviter), 'select public.invite_staff($1, $2)', [invited.email, role])
    const accept = async (invited: Person) => {
      await app.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [invited.id])
      await app.as(invited.caller, 'select public.accept_invitation()')
    }
    /** Someone whom an admin invited, who works here since, with a second factor. */
    const invited = async (inviter: Person, role = 'admin') => {
      const person = await app.addPerson()
      await invite(inviter, person, role)
      await accept(person)
      await works(person, 1, 2, 3)
      return person
    }
    /** An admin whom the command line made, and who is not the first account of all. */
    const unrelated = async () => {
      const person = await app.addPerson({ role: 'admin' })
      await works(person, 1, 2, 3)
      return person
    }
    const refusedAsOwn = async (person: Person, id: string) =>
      expect(await app.refusalOf(withSecondFactor(person), approval, [id])).toMatchObject({
        code: '42501',
        hint: 'own_making',
        message: expect.stringContaining('Somebody else must approve it'),
      })
    /** Nobody else: what is proposed in one case must not be approvable by who is left of another. */
    const leave = (...people: Person[]) =>
      app.owner.query('delete from public.user_roles where user_id = any ($1)', [people.map(({ id }) => id)])

    it('somebody who got the role later, from whomever', async () => {
      const id = await propose(withSecondFactor(admin))
      const later = await app.addPerson({ role: 'finance' })
      await works(later, 1, 2, 3)
      expect(await app.refusalOf(withSecondFactor(later), approval, [id])).toMatchObject({
        code: '42501',
        hint: 'later_right',
        message: expect.stringContaining('before the proposal was made'),
      })
      await approve(withSecondFactor(finance), id)
      await leave(later)
    })

    it('somebody whose role got the right later', async () => {
      const id = await propose(withSecondFactor(admin))
      await app.owner.query(`insert into public.role_permissions values ('reviewer', 'settings.settlement')`)
      expect((await app.refusalOf(withSecondFactor(reviewer), approval, [id])).hint).toBe('later_right')
      await app.owner.query(
        `delete from public.role_permissions where role = 'reviewer' and permission = 'settings.settlement'`,
      )
    })

    it('a child, a grandchild, a cousin, or whoever brought them in; at any time', async () => {
      const founder = await unrelated()
      const child = await invited(founder)
      const grandchild = await invited(child, 'finance')
      const cousin = await invited(await invited(founder), 'finance')
      await app.owner.query(`update public.user_roles set granted_at = now() - interval '2 years'`)
      const id = await propose(withSecondFactor(founder))
      for (const person of [child, grandchild, cousin]) await refusedAsOwn(person, id)
      await approve(withSecondFactor(finance), id)
      const theirs = await propose(withSecondFactor(grandchild))
      for (const person of [founder, child, cousin]) await refusedAsOwn(person, theirs)
      await approve(withSecondFactor(finance), theirs)
      await leave(founder, child, grandchild, cousin)
    })

    it('a puppet who was deactivated and invited again by somebody else', async () => {
      const founder = await unrelated()
      const puppet = await invited(founder, 'finance')
      await app.as(withSecondFactor(founder), 'select public.deactivate_staff($1, $2)', [
        puppet.id,
        'Left us',
      ])
      await invite(admin, puppet, 'finance')
      await accept(puppet)
      await app.as(withSecondFactor(admin), `select public.change_staff_role($1, 'admin', 'finance')`, [
        puppet.id,
      ])
      await refusedAsOwn(puppet, await propose(withSecondFactor(founder)))
      await leave(founder, puppet)
    })

    it('a puppet whose invitation a colleague sent once more', async () => {
      const founder = await unrelated()
      const puppet = await app.addPerson()
      await invite(founder, puppet, 'finance')
      await invite(admin, puppet, 'finance')
      await accept(puppet)
      await works(puppet, 1, 2, 3)
      await refusedAsOwn(puppet, await propose(withSecondFactor(founder)))
      await leave(founder, puppet)
    })

    it('somebody whose role they changed', async () => {
      const founder = await unrelated()
      const moved = await app.addPerson({ role: 'content' })
      await works(moved, 1, 2, 3)
      await app.as(withSecondFactor(founder), `select public.change_staff_role($1, 'finance', 'content')`, [
        moved.id,
      ])
      await refusedAsOwn(moved, await propose(withSecondFactor(founder)))
      await leave(founder, moved)
    })

    it('but the first account of all relates nobody: it has invited everybody in a small company', async () => {
      const [one, other] = [await invited(admin, 'finance'), await invited(admin, 'finance')]
      await approve(withSecondFactor(other), await propose(withSecondFactor(one)))
      await approve(withSecondFactor(one), await propose(withSecondFactor(admin), bank, 'bank_account'))
      const grandchild = await invited(await invited(admin), 'finance')
      await approve(withSecondFactor(one), await propose(withSecondFactor(grandchild)))
      await leave(one, other, grandchild)
    })

    it('somebody who does not work here: entries with a second factor on three days of Lagos within thirty', async () => {
      const sleeper = await app.addPerson({ role: 'finance' })
      const id = await propose(withSecondFactor(admin))
      const refused = async () =>
        expect(await app.refusalOf(withSecondFactor(sleeper), approval, [id])).toMatchObject({
          code: '42501',
          hint: 'not_at_work',
          message: expect.stringContaining('three different days'),
        })
      await refused()
      await works(sleeper, 1, 1, 2, 31, 40)
      await refused()
      await app.owner.query(
        `insert into public.audit_trail (actor_id, actor_role, action, subject_type, aal, created_at)
         values ($1, 'finance', 'look', 'orders', 'aal1', now() - interval '3 days')`,
        [sleeper.id],
      )
      await refused()
      await works(sleeper, 3)
      await approve(withSecondFactor(sleeper), id)
      await leave(sleeper)
    })

    it('and the trail knows how strong the session was that made an entry', async () => {
      const person = await unrelated()
      const role = `select public.set_role_permission('content', 'figures.read', $1)`
      await app.as(withSecondFactor(person), role, [true])
      await app.as(withSecondFactor(person), role, [false])
      const { rows } = await app.owner.query(
        `select distinct aal from public.audit_trail where actor_id = $1 and subject_type = 'role_permissions'`,
        [person.id],
      )
      expect(rows).toEqual([{ aal: 'aal2' }])
      await leave(person)
    })

    it('and who brought in whom is forgotten by nobody’s tools', async () => {
      for (const text of [
        'delete from private.staff_grants',
        'update private.staff_grants set granted_by = null',
      ])
        await expect(app.owner.query(text)).rejects.toMatchObject({ code: '42501' })
    })
  })

  describe('where nobody else can approve,', () => {
    let alone: Person
    const outside = 'board@outside.example'
    const setOutside = (email: string) =>
      app.as(service, `select private.set_app_setting('settlement_alarm_email', $1)`, [email])
    const confirmCode = async (id: string, code: string) =>
      (
        await app.as<{ answer: Record<string, unknown> }>(
          withSecondFactor(alone),
          'select public.confirm_settlement_code($1, $2) as answer',
          [id, code],
        )
      ).rows[0]?.answer
    const codes = async (): Promise<string[]> =>
      (
        await app.owner.query<{ code: string }>(
          `select data ->> 'code' as code from private.mail_outbox
           where template = 'staff_settlement_code' and recipient = $1 order by created_at`,
          [outside],
        )
      ).rows.map(({ code }) => code)
    const daysUntil = (at: unknown) => (Date.parse(String(at)) - Date.now()) / 86_400_000

    beforeAll(async () => {
      alone = await app.addPerson({ role: 'finance' })
      await app.owner.query('delete from public.user_roles where user_id <> all ($1)', [
        [alone.id, admin.id, finance.id, reviewer.id],
      ])
      await app.owner.query(`update public.user_roles set role = 'reviewer' where user_id in ($1, $2)`, [
        admin.id,
        finance.id,
      ])
      await setOutside(outside)
    })
    beforeEach(() => app.owner.query('delete from private.mail_outbox'))
    afterAll(async () => {
      await app.owner.query('delete from public.user_roles where user_id = $1', [alone.id])
      await app.owner.query(
        `update public.user_roles set role = case user_id when $1 then 'admin' else 'finance' end where user_id in ($1, $2)`,
        [admin.id, finance.id],
      )
      await setOutside('')
    })

    it('an address outside confirms by a mailed code: the first account of all waits a day, every other one a week', async () => {
      const first = await propose(withSecondFactor(alone))
      const [code = ''] = await codes()
      expect(code).toMatch(/^[0-9A-F]{5}-[0-9A-F]{5}$/)
      expect(daysUntil((await confirmCode(first, ` ${code.toLowerCase()} `))?.effectiveAt)).toBeCloseTo(1, 2)
      await passTime('2 days')
      expect(await shown()).toBe('a'.repeat(34))
      const second = await propose(withSecondFactor(alone), wallet('b'))
      const answer = await confirmCode(second, (await codes())[1] ?? '')
      expect(answer).toMatchObject({ ok: true })
      expect(daysUntil(answer?.effectiveAt)).toBeCloseTo(7, 2)
      await passTime('6 days 23 hours')
      expect(await shown()).toBe('a'.repeat(34))
      await passTime('2 hours')
      expect(await shown()).toBe('b'.repeat(34))
    })

    it('nobody’s tools shorten the week', async () => {
      await confirmCode(await propose(withSecondFactor(alone)), (await codes())[0] ?? '')
      const id = await propose(withSecondFactor(alone), wallet('b'))
      await expect(
        app.owner.query(
          `update public.settlement_accounts set confirmed_outside = true, approved_at = now(),
             effective_at = now() + interval '6 days' where id = $1`,
          [id],
        ),
      ).rejects.toMatchObject({ code: '23514' })
    })

    it('a wrong code counts five times, and an old one not at all', async () => {
      const id = await propose(withSecondFactor(alone))
      const [code = ''] = await codes()
      for (const triesLeft of [4, 3, 2, 1, 0])
        expect(await confirmCode(id, '00000-00000')).toEqual({ ok: false, code: 'wrong_code', triesLeft })
      expect(await confirmCode(id, code)).toEqual({ ok: false, code: 'code_expired', triesLeft: 0 })
      const again = 'select public.send_settlement_code($1)'
      expect((await app.refusalOf(withSecondFactor(alone), again, [id])).code).toBe('PT429')
      const past = (interval: string) =>
        app.owner.query(`update private.settlement_codes set sent_at = sent_at - interval '${interval}'`)
      await past('11 minutes')
      await app.as(withSecondFactor(alone), again, [id])
      const fresh = (await codes())[1] ?? ''
      await past('25 hours')
      expect(await confirmCode(id, fresh)).toMatchObject({ ok: false, code: 'code_expired' })
      expect(await confirmCode(id, code)).toMatchObject({ ok: false })
      expect((await app.refusalOf(alone.caller, again, [id])).code).toBe('42501')
    })

    it('a code that went to another address than is set by now counts no more', async () => {
      const id = await propose(withSecondFactor(alone))
      const [code = ''] = await codes()
      await setOutside(outside.toUpperCase())
      await setOutside('other@outside.example')
      expect(await confirmCode(id, code)).toMatchObject({ ok: false, code: 'code_expired' })
      await setOutside(outside)
      expect(await confirmCode(id, code)).toMatchObject({ ok: false, code: 'code_expired' })
    })

    it('the code is refused while somebody here can approve', async () => {
      await app.owner.query(`update public.user_roles set role = 'finance' where user_id = $1`, [finance.id])
      const id = await propose(withSecondFactor(alone))
      expect(await codes()).toEqual([])
      expect(
        (
          await app.refusalOf(withSecondFactor(alone), 'select public.confirm_settlement_code($1, $2)', [
            id,
            'x',
          ])
        ).hint,
      ).toBe('second_person')
      await app.owner.query(`update public.user_roles set role = 'reviewer' where user_id = $1`, [finance.id])
    })

    it('and without such an address the desk says what is missing; a mailbox of the desk is none', async () => {
      for (const email of ['', reviewer.email.toUpperCase()]) {
        await setOutside(email)
        const id = await propose(withSecondFactor(alone))
        expect(
          await app.refusalOf(withSecondFactor(alone), 'select public.send_settlement_code($1)', [id]),
        ).toMatchObject({ code: '23514', message: expect.stringContaining('SETTLEMENT_ALARM_EMAIL') })
        const { rows } = await app.as(
          withSecondFactor(alone),
          'select way, waits_days from public.settlement_ways()',
        )
        expect(rows).toEqual([{ way: 'nobody', waits_days: 1 }])
        await app.as(withSecondFactor(alone), 'select public.withdraw_settlement_account($1)', [id])
      }
      await setOutside(outside)
    })

    it('every admin and the address outside hear of the proposal, the confirmation, and when it is in force', async () => {
      const other = await app.addPerson({ role: 'admin' })
      const id = await propose(withSecondFactor(alone))
      await confirmCode(id, (await codes())[0] ?? '')
      await passTime('25 hours')
      const jobs = 'select private.notify_settlements_in_force() as told'
      expect((await app.owner.query(jobs)).rows).toEqual([{ told: 1 }])
      expect((await app.owner.query(jobs)).rows).toEqual([{ told: 0 }])
      const { rows } = await app.owner.query(
        `select template, array_agg(recipient order by recipient) as recipients from private.mail_outbox
         where template <> 'staff_settlement_code' group by 1 order by 1`,
      )
      const everybody = [alone.email, other.email, outside].sort()
      expect(rows).toEqual(
        ['approved', 'in_force', 'proposed'].map((step) => ({
          template: `staff_settlement_${step}`,
          recipients: everybody,
        })),
      )
      await app.owner.query('delete from public.user_roles where user_id = $1', [other.id])
    })
  })

  it('is told to those who held the right at the proposal too', async () => {
    const former = await app.addPerson({ role: 'finance' })
    const id = await propose(withSecondFactor(finance))
    await app.owner.query('delete from public.user_roles where user_id = $1', [former.id])
    await approve(withSecondFactor(admin), id)
    const { rows } = await app.owner.query(
      `select from private.mail_outbox where recipient = $1 and template = 'staff_settlement_approved'`,
      [former.email],
    )
    expect(rows).toHaveLength(1)
  })

  it('happens once, and not to what was withdrawn or never there', async () => {
    const id = await propose(withSecondFactor(finance))
    await approve(withSecondFactor(admin), id)
    const text = 'select public.approve_settlement_account($1)'
    expect((await app.refusalOf(withSecondFactor(admin), text, [id])).code).toBe('P0002')
    await app.as(withSecondFactor(finance), 'select public.withdraw_settlement_account($1)', [id])
    expect((await app.refusalOf(withSecondFactor(admin), text, [id])).code).toBe('P0002')
    expect((await app.refusalOf(withSecondFactor(admin), text, [finance.id])).code).toBe('P0002')
  })
})

describe('a change', () => {
  it('can be stopped by anybody with the right until it is in force, and not after', async () => {
    const id = await propose(withSecondFactor(finance))
    await approve(withSecondFactor(admin), id)
    await app.as(withSecondFactor(finance), 'select public.withdraw_settlement_account($1)', [id])
    await passTime('25 hours')
    expect(await shown()).toBeNull()
    const second = await propose(withSecondFactor(finance), wallet('b'))
    await approve(withSecondFactor(admin), second)
    await passTime('25 hours')
    expect(await shown()).toBe('b'.repeat(34))
    const text = 'select public.withdraw_settlement_account($1)'
    expect((await app.refusalOf(withSecondFactor(admin), text, [second])).code).toBe('P0002')
  })

  it('that is open keeps both of its people from changing who could stop it, until it is stopped', async () => {
    const other = await app.addPerson({ role: 'admin' })
    await works(other, 1, 2, 3)
    const holder = await app.addPerson({ role: 'finance' })
    const [deactivate, demote, give, take] = [
      `select public.deactivate_staff('${holder.id}', 'Out of the way')`,
      `select public.change_staff_role('${holder.id}', 'content', 'finance')`,
      `select public.set_role_permission('content', 'settings.settlement', true)`,
      `select public.set_role_permission('finance', 'settings.settlement', false)`,
    ]
    const refused = async (person: Person) => {
      for (const text of [deactivate, demote, give, take])
        expect(await app.refusalOf(withSecondFactor(person), text), text).toMatchObject({
          code: '23514',
          hint: 'open_proposal',
        })
    }
    const id = await propose(withSecondFactor(admin))
    await refused(admin)
    await app.as(withSecondFactor(other), give)
    await app.as(
      withSecondFactor(other),
      `select public.set_role_permission('content', 'settings.settlement', false)`,
    )
    await approve(withSecondFactor(other), id)
    await refused(admin)
    await refused(other)
    // What takes nobody's right to stop it goes on.
    const agent = await app.addPerson({ role: 'field_agent' })
    await app.as(withSecondFactor(admin), `select public.deactivate_staff('${agent.id}', 'Left us')`)
    await app.as(withSecondFactor(admin), 'select public.withdraw_settlement_account($1)', [id])
    await app.as(withSecondFactor(admin), deactivate)
    await app.owner.query('delete from public.user_roles where user_id = $1', [other.id])
  })

  it('leaves the account before it in force until then, and in the history for good', async () => {
    for (const letter of ['a', 'b']) {
      await approve(withSecondFactor(admin), await propose(withSecondFactor(finance), wallet(letter)))
      if (letter === 'a') await passTime('25 hours')
    }
    expect(await shown()).toBe('a'.repeat(34))
    await passTime('25 hours')
    expect(await shown()).toBe('b'.repeat(34))
    const { rows } = await app.as(
      finance.caller,
      'select wallet_address, proposed_by, approved_by from public.settlement_accounts order by proposed_at',
    )
    expect(rows).toEqual(
      ['a', 'b'].map((letter) => ({
        wallet_address: letter.repeat(34),
        proposed_by: finance.id,
        approved_by: admin.id,
      })),
    )
  })

  it('cannot be rewritten, made by one person or made to count at once, by nobody’s tools', async () => {
    const id = await propose(withSecondFactor(finance))
    const change = (set: string) =>
      app.owner.query(`update public.settlement_accounts set ${set} where id = $1`, [id]).then(
        () => null,
        (error) => error.code,
      )
    expect(await change(`wallet_address = repeat('x', 34)`)).toBe('42501')
    expect(await change(`proposed_at = now() - interval '2 days'`)).toBe('42501')
    expect(await change('proposed_by = gen_random_uuid()')).toBe('42501')
    expect(await change('is_demo = true')).toBe('42501')
    expect(await change('holders = array[gen_random_uuid()]')).toBe('42501')
    expect(await change('approved_at = now(), approved_by = gen_random_uuid(), effective_at = now()')).toBe(
      '23514',
    )
    expect(
      await change(
        `approved_at = now(), approved_by = proposed_by, effective_at = now() + interval '25 hours'`,
      ),
    ).toBe('23514')
    expect(await change('approved_at = now(), effective_at = now()')).toBe('23514')
    await approve(withSecondFactor(admin), id)
    expect(await change(`effective_at = now() + interval '24 hours'`)).toBe('42501')
    expect(await change('approved_by = gen_random_uuid()')).toBe('42501')
    await expect(app.owner.query('delete from public.settlement_accounts')).rejects.toMatchObject({
      code: '42501',
    })
    await expect(app.owner.query('truncate public.settlement_accounts')).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('is not for the secret key either', async () => {
    const id = await propose(withSecondFactor(finance))
    for (const text of [
      `insert into public.settlement_accounts (kind, wallet_address, is_demo, approved_at, effective_at)
         values ('crypto_wallet', repeat('x', 34), true, now(), now())`,
      `update public.settlement_accounts set withdrawn_at = now() where id = '${id}'`,
      `delete from public.settlement_accounts`,
    ])
      expect((await app.refusalOf(service, text)).code).toBe('42501')
  })
})

describe('the wallet on the page', () => {
  it('is hidden while no licence is entered (decision 72)', async () => {
    await approve(withSecondFactor(admin), await propose(withSecondFactor(finance)))
    await passTime('25 hours')
    expect(await shown()).toBe('a'.repeat(34))
    await app.owner.query(
      `update public.company_facts set value = null where key = 'crypto_licence_reference'`,
    )
    expect(await shown()).toBeNull()
  })

  it('is told to the server in time: it knows when the next one comes into force', async () => {
    const next = async () =>
      (await app.as<{ at: Date | null }>(service, 'select private.next_settlement_change() as at')).rows[0]
        ?.at
    expect(await next()).toBeNull()
    const id = await propose(withSecondFactor(finance))
    expect(await next()).toBeNull()
    await approve(withSecondFactor(admin), id)
    const inHours = ((await next())?.getTime() ?? 0) - Date.now()
    expect(inHours / 3_600_000).toBeGreaterThan(23.9)
    expect(inHours / 3_600_000).toBeLessThanOrEqual(24)
  })
})
