// Where money is sent to: two people, a second factor, and 24 hours between; whoever asks, in whatever way.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#platform/database/caller.ts'
import { readContent } from '#server/content/read-content.ts'
import { anonymous, type House, openHouse, type Person, service } from './house.ts'

let house: House
let finance: Person
let admin: Person
let reviewer: Person
beforeAll(async () => {
  house = await openHouse()
  finance = await house.addPerson({ role: 'finance' })
  admin = await house.addPerson({ role: 'admin' })
  reviewer = await house.addPerson({ role: 'reviewer' })
})
afterAll(() => house.close())
beforeEach(() =>
  asOwnerUnguarded(`delete from public.settlement_accounts; update public.company_facts set value = 'SEC-1'
    where key = 'crypto_licence_reference'`),
)

/** The same person after typing the code of the second factor. */
const strong = ({ caller }: Person): Caller => ({
  ...caller,
  claims: JSON.stringify({ ...JSON.parse(caller.claims), aal: 'aal2' }),
})

/** The owner of the database, with the guards switched off: only so does a test travel in time. */
const asOwnerUnguarded = (text: string) =>
  house.owner.query(`begin; alter table public.settlement_accounts disable trigger user; ${text};
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
  const { rows } = await house.as<{ id: string }>(
    caller,
    'select public.propose_settlement_account($1, $2) as id',
    [kind, JSON.stringify(details)],
  )
  return rows[0]?.id ?? ''
}
const approve = (caller: Caller, id: string) =>
  house.as(caller, 'select public.approve_settlement_account($1)', [id])
const shown = async () => (await readContent(house.database)).wallet?.address ?? null

describe('proposing', () => {
  it.each(['propose', 'approve', 'withdraw'])('and %s need the right and the second factor', async (verb) => {
    const [text, values] =
      verb === 'propose'
        ? [`select public.propose_settlement_account('crypto_wallet', $1)`, [JSON.stringify(wallet('a'))]]
        : [`select public.${verb}_settlement_account($1)`, [await propose(strong(finance))]]
    for (const caller of [
      anonymous,
      reviewer.caller,
      strong(reviewer),
      finance.caller,
      admin.caller,
      service,
    ])
      expect((await house.refusalOf(caller, text, values)).code).toBe('42501')
    expect((await house.refusalOf(finance.caller, text, values)).message).toContain('second factor')
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
    const refusal = await house.refusalOf(
      strong(finance),
      'select public.propose_settlement_account($1, $2)',
      [kind, JSON.stringify(details)],
    )
    expect(refusal.code).toBe('23514')
  })

  it('is one at a time for each kind', async () => {
    await propose(strong(finance))
    await propose(strong(finance), bank, 'bank_account')
    const text = `select public.propose_settlement_account('crypto_wallet', $1)`
    expect((await house.refusalOf(strong(admin), text, [JSON.stringify(wallet('b'))])).code).toBe('23505')
  })
})

describe('approving', () => {
  it('is for somebody else than the one who proposed, also when they hold both rights', async () => {
    const id = await propose(strong(admin))
    const refusal = await house.refusalOf(strong(admin), 'select public.approve_settlement_account($1)', [id])
    expect(refusal).toMatchObject({
      code: '42501',
      message: 'Somebody else must approve your proposal',
    })
    await approve(strong(finance), id)
  })

  it('does not shorten the 24 hours', async () => {
    const id = await propose(strong(finance))
    await approve(strong(admin), id)
    expect(await shown()).toBeNull()
    await passTime('23 hours 59 minutes')
    expect(await shown()).toBeNull()
    await passTime('2 minutes')
    expect(await shown()).toBe('a'.repeat(34))
  })

  it('leaves 24 hours to stop an old proposal too, and nobody’s tools leave less', async () => {
    const id = await propose(strong(finance))
    await passTime('3 days')
    await expect(
      house.owner.query(
        `update public.settlement_accounts set approved_at = now(), approved_by = $2, effective_at = now() + interval '23 hours'
          where id = $1`,
        [id, admin.id],
      ),
    ).rejects.toMatchObject({ code: '23514' })
    await approve(strong(admin), id)
    await passTime('23 hours 59 minutes')
    expect(await shown()).toBeNull()
    await house.as(strong(finance), 'select public.withdraw_settlement_account($1)', [id])
    await passTime('2 minutes')
    expect(await shown()).toBeNull()
  })

  it('and proposing are told to everybody who could stop the change, and to nobody else', async () => {
    await house.owner.query('delete from private.mail_outbox')
    const told = async () =>
      (
        await house.owner.query(
          `select recipient, template, data ->> 'ending' as ending, data ? 'effective_at' as has_time from private.mail_outbox
            order by template desc, recipient`,
        )
      ).rows
    const expected = (template: string, has_time: boolean) =>
      [admin, finance]
        .map(({ email }) => email)
        .sort()
        .map((recipient) => ({ recipient, template, ending: '6789', has_time }))
    const id = await propose(strong(finance), bank, 'bank_account')
    expect(await told()).toEqual(expected('staff_settlement_proposed', false))
    await approve(strong(admin), id)
    expect(await told()).toEqual([
      ...expected('staff_settlement_proposed', false),
      ...expected('staff_settlement_approved', true),
    ])
  })

  describe('is not for whom the proposer made for it:', () => {
    const approval = 'select public.approve_settlement_account($1)'
    const invite = (inviter: Person, invited: Person, role: string) =>
      house.as(strong(inviter), 'select public.invite_staff($1, $2)', [invited.email, role])
    const accept = async (invited: Person) => {
      await house.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [invited.id])
      await house.as(invited.caller, 'select public.accept_invitation()')
    }

    /** The first one of a kind takes nothing from anybody, and may be approved by whom the proposer has just invited. */
    const haveOneBefore = async () => approve(strong(admin), await propose(strong(finance)))

    it('somebody who got the role later, from whomever', async () => {
      const id = await propose(strong(admin))
      const later = await house.addPerson({ role: 'finance' })
      expect(await house.refusalOf(strong(later), approval, [id])).toMatchObject({
        code: '42501',
        hint: 'later_right',
        message: expect.stringContaining('before the proposal was made'),
      })
      await approve(strong(finance), id)
    })

    it('somebody whose role got the right later', async () => {
      const id = await propose(strong(admin))
      await house.owner.query(
        `insert into public.role_permissions values ('reviewer', 'settings.settlement')`,
      )
      expect((await house.refusalOf(strong(reviewer), approval, [id])).hint).toBe('later_right')
      await house.owner.query(
        `delete from public.role_permissions where role = 'reviewer' and permission = 'settings.settlement'`,
      )
    })

    it('somebody whom they had invited before, nor does an inviter approve what the invited proposes', async () => {
      const puppet = await house.addPerson()
      await invite(admin, puppet, 'finance')
      await accept(puppet)
      await haveOneBefore()
      const id = await propose(strong(admin))
      expect((await house.refusalOf(strong(puppet), approval, [id])).hint).toBe('own_making')
      await approve(strong(finance), id)
      const theirs = await propose(strong(puppet), bank, 'bank_account')
      // The first account of this kind takes nothing from anybody; the next one does.
      await approve(strong(admin), theirs)
      const next = await propose(strong(puppet), bank, 'bank_account')
      expect((await house.refusalOf(strong(admin), approval, [next])).hint).toBe('own_making')
      await house.owner.query(
        `update public.user_roles set granted_at = now() - interval '8 days' where user_id = $1`,
        [puppet.id],
      )
      await approve(strong(admin), next)
    })

    it('somebody whose role they changed', async () => {
      await haveOneBefore()
      const moved = await house.addPerson({ role: 'content' })
      await house.as(strong(admin), `select public.change_staff_role($1, 'finance', 'content')`, [moved.id])
      const id = await propose(strong(admin))
      expect((await house.refusalOf(strong(moved), approval, [id])).hint).toBe('own_making')
    })
  })

  it('is told to those who held the right at the proposal too', async () => {
    const former = await house.addPerson({ role: 'finance' })
    const id = await propose(strong(finance))
    await house.owner.query('delete from public.user_roles where user_id = $1', [former.id])
    await approve(strong(admin), id)
    const { rows } = await house.owner.query(
      `select from private.mail_outbox where recipient = $1 and template = 'staff_settlement_approved'`,
      [former.email],
    )
    expect(rows).toHaveLength(1)
  })

  it('happens once, and not to what was withdrawn or never there', async () => {
    const id = await propose(strong(finance))
    await approve(strong(admin), id)
    const text = 'select public.approve_settlement_account($1)'
    expect((await house.refusalOf(strong(admin), text, [id])).code).toBe('P0002')
    await house.as(strong(finance), 'select public.withdraw_settlement_account($1)', [id])
    expect((await house.refusalOf(strong(admin), text, [id])).code).toBe('P0002')
    expect((await house.refusalOf(strong(admin), text, [finance.id])).code).toBe('P0002')
  })
})

describe('a change', () => {
  it('can be stopped by anybody with the right until it is in force, and not after', async () => {
    const id = await propose(strong(finance))
    await approve(strong(admin), id)
    await house.as(strong(finance), 'select public.withdraw_settlement_account($1)', [id])
    await passTime('25 hours')
    expect(await shown()).toBeNull()
    const second = await propose(strong(finance), wallet('b'))
    await approve(strong(admin), second)
    await passTime('25 hours')
    expect(await shown()).toBe('b'.repeat(34))
    const text = 'select public.withdraw_settlement_account($1)'
    expect((await house.refusalOf(strong(admin), text, [second])).code).toBe('P0002')
  })

  it('that is open keeps both of its people from changing who could stop it, until it is stopped', async () => {
    const other = await house.addPerson({ role: 'admin' })
    const holder = await house.addPerson({ role: 'finance' })
    const [deactivate, demote, give, take] = [
      `select public.deactivate_staff('${holder.id}', 'Out of the way')`,
      `select public.change_staff_role('${holder.id}', 'content', 'finance')`,
      `select public.set_role_permission('content', 'settings.settlement', true)`,
      `select public.set_role_permission('finance', 'settings.settlement', false)`,
    ]
    const refused = async (person: Person) => {
      for (const text of [deactivate, demote, give, take])
        expect(await house.refusalOf(strong(person), text), text).toMatchObject({
          code: '23514',
          hint: 'open_proposal',
        })
    }
    const id = await propose(strong(admin))
    await refused(admin)
    await house.as(strong(other), give)
    await house.as(
      strong(other),
      `select public.set_role_permission('content', 'settings.settlement', false)`,
    )
    await approve(strong(other), id)
    await refused(admin)
    await refused(other)
    // What takes nobody's right to stop it goes on.
    const agent = await house.addPerson({ role: 'field_agent' })
    await house.as(strong(admin), `select public.deactivate_staff('${agent.id}', 'Left us')`)
    await house.as(strong(admin), 'select public.withdraw_settlement_account($1)', [id])
    await house.as(strong(admin), deactivate)
    await house.owner.query('delete from public.user_roles where user_id = $1', [other.id])
  })

  it('leaves the account before it in force until then, and in the history for good', async () => {
    for (const letter of ['a', 'b']) {
      await approve(strong(admin), await propose(strong(finance), wallet(letter)))
      if (letter === 'a') await passTime('25 hours')
    }
    expect(await shown()).toBe('a'.repeat(34))
    await passTime('25 hours')
    expect(await shown()).toBe('b'.repeat(34))
    const { rows } = await house.as(
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
    const id = await propose(strong(finance))
    const change = (set: string) =>
      house.owner.query(`update public.settlement_accounts set ${set} where id = $1`, [id]).then(
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
    await approve(strong(admin), id)
    expect(await change(`effective_at = now() + interval '24 hours'`)).toBe('42501')
    expect(await change('approved_by = gen_random_uuid()')).toBe('42501')
    await expect(house.owner.query('delete from public.settlement_accounts')).rejects.toMatchObject({
      code: '42501',
    })
    await expect(house.owner.query('truncate public.settlement_accounts')).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('is not for the secret key either', async () => {
    const id = await propose(strong(finance))
    for (const text of [
      `insert into public.settlement_accounts (kind, wallet_address, is_demo, approved_at, effective_at)
         values ('crypto_wallet', repeat('x', 34), true, now(), now())`,
      `update public.settlement_accounts set withdrawn_at = now() where id = '${id}'`,
      `delete from public.settlement_accounts`,
    ])
      expect((await house.refusalOf(service, text)).code).toBe('42501')
  })
})

describe('the wallet on the page', () => {
  it('is hidden while no licence is entered (decision 72)', async () => {
    await approve(strong(admin), await propose(strong(finance)))
    await passTime('25 hours')
    expect(await shown()).toBe('a'.repeat(34))
    await house.owner.query(
      `update public.company_facts set value = null where key = 'crypto_licence_reference'`,
    )
    expect(await shown()).toBeNull()
  })

  it('is told to the server in time: it knows when the next one comes into force', async () => {
    const next = async () =>
      (await house.as<{ at: Date | null }>(service, 'select private.next_settlement_change() as at')).rows[0]
        ?.at
    expect(await next()).toBeNull()
    const id = await propose(strong(finance))
    expect(await next()).toBeNull()
    await approve(strong(admin), id)
    const inHours = ((await next())?.getTime() ?? 0) - Date.now()
    expect(inHours / 3_600_000).toBeGreaterThan(23.9)
    expect(inHours / 3_600_000).toBeLessThanOrEqual(24)
  })
})
