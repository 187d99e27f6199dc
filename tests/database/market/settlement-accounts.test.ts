// Where money is sent to: two people, a second factor, and 24 hours between; the caller, in whatever way.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { anonymous, type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { bank, openSettlements, wallet } from './settlement-app.ts'

const { admin, app, approve, finance, passTime, propose, reset, reviewer, shown, works } =
  await openSettlements()
afterAll(() => app.close())
beforeEach(reset)

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
    expect((await app.refusalOf(finance.caller, text, values)).message).toContain('second step')
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
  it('is for another person than the one who proposed, also when they hold both rights', async () => {
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

  it('and proposing are mailed to everybody who could stop the change, and to nobody else', async () => {
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

  it('is mailed to those who held the right at the proposal too', async () => {
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
    // Who is given the right to an account sees the settings.
    await app.owner.query(
      `insert into public.role_permissions values ('content', 'settings.read') on conflict do nothing`,
    )
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

  it('is announced to the server in time: it knows when the next one comes into force', async () => {
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
