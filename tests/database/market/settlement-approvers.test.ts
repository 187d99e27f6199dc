// Who may approve an account that money is sent to: nobody whom the one who proposed it brought in, or gave the right.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { bank, openSettlements } from './settlement-app.ts'

const { admin, app, approve, finance, propose, reset, reviewer, works } = await openSettlements()
afterAll(() => app.close())
beforeEach(reset)

describe('approving', () => {
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

    it('a person who got the role later, from whomever', async () => {
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

    it('a person whose role got the right later', async () => {
      const id = await propose(withSecondFactor(admin))
      await app.owner.query(`insert into public.role_permissions values ('reviewer', 'settings.settlement')`)
      expect((await app.refusalOf(withSecondFactor(reviewer), approval, [id])).hint).toBe('later_right')
      await app.owner.query(
        `delete from public.role_permissions where role = 'reviewer' and permission = 'settings.settlement'`,
      )
    })

    it('a child, a grandchild, a cousin, or anyone who brought them in; at any time', async () => {
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

    it('a puppet who was deactivated and invited again by another person', async () => {
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

    it('a person whose role they changed', async () => {
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

    it('a person who does not work here: entries with a second factor on three days of Lagos within thirty', async () => {
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
})
