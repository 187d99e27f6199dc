// An account that money is sent to where nobody else can approve it: an address outside confirms by a mailed code.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openSettlements, wallet } from './settlement-app.ts'

const { admin, app, finance, passTime, propose, reset, reviewer, shown } = await openSettlements()
afterAll(() => app.close())
beforeEach(reset)

describe('approving', () => {
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
      // The trail says that it was confirmed outside, and not that its proposer approved it.
      const { rows: noted } = await app.owner.query(
        `select after ->> 'confirmed_outside' as outside from public.audit_trail
         where subject_type = 'settlement_accounts' and subject_id = $1 and action = 'update' and after ? 'approved_at'`,
        [second],
      )
      expect(noted).toEqual([{ outside: 'true' }])
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

    it('the code is refused while a user here can approve', async () => {
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
          'select way, waits_days, proposed_by_name from public.settlement_ways() where way is not null',
        )
        expect(rows).toEqual([{ way: 'nobody', waits_days: 1, proposed_by_name: 'Ada Obi' }])
        await app.as(withSecondFactor(alone), 'select public.withdraw_settlement_account($1)', [id])
      }
      await setOutside(outside)
    })

    it('who stopped it is named, a decided one is refused in words that say what became of it, and the first is mailed as such', async () => {
      const stopped = await propose(withSecondFactor(alone))
      await app.as(withSecondFactor(alone), 'select public.withdraw_settlement_account($1)', [stopped])
      const [outdated = ''] = await codes()
      const confirm = 'select public.confirm_settlement_code($1, $2)'
      expect(await app.refusalOf(withSecondFactor(alone), confirm, [stopped, outdated])).toMatchObject({
        code: 'P0002',
        hint: 'decided',
        message: 'This account was stopped in the meantime by Ada Obi. Nothing was changed.',
      })
      const id = await propose(withSecondFactor(alone))
      await confirmCode(id, (await codes())[1] ?? '')
      expect(await app.refusalOf(withSecondFactor(alone), confirm, [id, outdated])).toMatchObject({
        message:
          'This account was confirmed in the meantime by the code from the address outside. Nothing was changed.',
      })
      const { rows } = await app.as(
        withSecondFactor(alone),
        `select proposal_id = $1 as stopped, way, proposed_by_name, approved_by_name, withdrawn_by_name
         from public.settlement_ways() order by 1`,
        [stopped],
      )
      const decided = { way: null, proposed_by_name: 'Ada Obi', approved_by_name: null }
      expect(rows).toEqual([
        { ...decided, stopped: false, withdrawn_by_name: null },
        { ...decided, stopped: true, withdrawn_by_name: 'Ada Obi' },
      ])
      await propose(withSecondFactor(alone), wallet('b'))
      const mails = await app.owner.query<{ first: string | null }>(
        `select data ->> 'is_first' as first from private.mail_outbox
         where template = 'staff_settlement_proposed' and recipient = $1 order by created_at`,
        [outside],
      )
      expect(mails.rows.map(({ first }) => first)).toEqual(['true', 'true', null])
    })

    it('every admin and the address outside hear of the proposal, the confirmation, and when it is in force', async () => {
      const other = await app.addPerson({ role: 'admin' })
      const id = await propose(withSecondFactor(alone))
      await confirmCode(id, (await codes())[0] ?? '')
      await passTime('25 hours')
      const jobs = 'select private.notify_settlements_in_force() as notified'
      expect((await app.owner.query(jobs)).rows).toEqual([{ notified: 1 }])
      expect((await app.owner.query(jobs)).rows).toEqual([{ notified: 0 }])
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
})
