// ADMIN_EMAIL at a later start: anyone who left the staff or got another role stays what the staff decided. And the way
// back of people who are locked out: `npm run admin:create -- --reset-factors`.
import { afterAll, describe, expect, it } from 'vitest'
import { type Person, startApp } from '#tests/harness/app.ts'
import { startChild } from '#tests/harness/child.ts'
import { asOwner } from '#tests/harness/database.ts'
import { testSecret } from '#tests/harness/postgres.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'

const app = await startApp()
afterAll(() => app.stop())

async function startAgain(): Promise<void> {
  const again = await startApp({}, app.databaseUrl)
  await again.stop()
}

const sql = <Row>(text: string, values: unknown[]) =>
  asOwner(app.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[])
const roleOf = async (id: string) =>
  (await sql<{ role: string }>('select role from public.user_roles where user_id = $1', [id]))[0]?.role

it('makes no admin again of who was given another role, or deactivated', async () => {
  const [first, other] = [await app.newAdmin(), await app.newPerson()]
  await sql(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [other.id])

  await sql(`update public.user_roles set role = 'reviewer' where user_id = $1`, [first.id])
  await startAgain()
  expect(await roleOf(first.id)).toBe('reviewer')

  await sql('delete from public.user_roles where user_id = $1', [first.id])
  await startAgain()
  expect(await roleOf(first.id)).toBe('admin')

  await sql('delete from public.user_roles where user_id = $1', [first.id])
  await sql(
    `insert into public.staff_departures (user_id, former_role, reason, deactivated_by)
     values ($1, 'admin', 'Left the company', $2)`,
    [first.id, other.id],
  )
  await startAgain()
  expect(await roleOf(first.id)).toBeUndefined()
})

describe('a person who has lost every second step', () => {
  const reason = 'Called back on the number of the contract, and knew the last payslip'

  async function reset(email: string, why = reason) {
    const args = ['--email', email, '--reset-factors', '--reason', why]
    const env = { DATABASE_URL: app.databaseUrl.replace('@/', '@localhost/'), JWT_SECRET: testSecret }
    const child = startChild('server/commands/admin-create.ts', env, args)
    return { code: await child.ended, output: child.output() }
  }

  /** The same without a process: when it may be carried out, or null when it was. */
  const resetNow = async ({ id }: Person) =>
    (await sql<{ due: Date | null }>('select private.reset_second_factor($1, $2) as due', [id, reason]))[0]
      ?.due

  const factorsOf = async ({ id }: Person) =>
    (await sql('select from auth.mfa_factors where user_id = $1', [id])).length
  const mailsTo = async (email: string) =>
    (
      await sql<{ template: string }>(
        `select template from private.mail_outbox where recipient = $1 and template like '%factor_reset%'
         order by created_at`,
        [email],
      )
    ).map(({ template }) => template)
  const trailOf = ({ id }: Person) =>
    sql('select action, actor_role, after from public.audit_trail where subject_id = $1 order by id', [id])
  /** As if three days had gone by. */
  async function wait({ id }: Person) {
    await sql(
      `update private.factor_resets set requested_at = requested_at - interval '73 hours',
         due_at = due_at - interval '73 hours' where user_id = $1`,
      [id],
    )
    await sql(
      `update auth.audit_log_entries set created_at = created_at - interval '73 hours'
       where payload ->> 'actor_id' = $1`,
      [id],
    )
  }

  it('and is staff, is let in again at once; the trail says why, and every other admin is mailed', async () => {
    const [locked, colleague] = [await app.newPerson(), await app.newPerson()]
    for (const { id } of [locked, colleague])
      await sql(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [id])
    await addSecondFactor(locked)
    expect((await reset(locked.email, 'lost it')).output).toContain('✗ Please say in 10 to 500 characters')
    expect((await reset('nobody@example.com')).output).toContain('✗ there is no account with the address')
    expect(await factorsOf(locked)).toBe(1)

    const { code, output } = await reset(locked.email)
    expect(output).toContain(`✓ The second step of ${locked.email} is reset`)
    expect(code).toBe(0)
    expect(await factorsOf(locked)).toBe(0)
    expect((await locked.client.auth.refreshSession()).error).not.toBeNull()
    expect(await mailsTo(locked.email)).toEqual(['account_factor_reset'])
    expect(await mailsTo(colleague.email)).toEqual(['staff_factor_reset'])
    expect(await trailOf(locked)).toContainEqual({
      action: 'reset_second_factor',
      actor_role: 'system',
      after: { reason },
    })
    expect((await reset(locked.email)).output).toContain('✗ This account has no second step')
  })

  it('and is a member, waits 72 hours after a mail, and then is let in', async () => {
    const locked = await app.newPerson()
    await addSecondFactor(locked)
    expect((await reset(locked.email)).output).toContain('Run this again from')
    expect(await resetNow(locked)).toBeInstanceOf(Date)
    expect(await factorsOf(locked)).toBe(1)
    expect(await mailsTo(locked.email)).toEqual(['account_factor_reset_requested'])
    await wait(locked)
    expect(await resetNow(locked)).toBeNull()
    expect(await factorsOf(locked)).toBe(0)
    expect(await mailsTo(locked.email)).toEqual(['account_factor_reset_requested', 'account_factor_reset'])
  })

  it('is not a person who shows it meanwhile: the request has ended, and another waits from its own beginning', async () => {
    const owner = await app.newPerson()
    const authenticator = await addSecondFactor(owner)
    await resetNow(owner)
    await sql('update auth.mfa_factors set last_totp_step = null where user_id = $1', [owner.id])
    const { data } = await owner.client.auth.mfa.listFactors()
    const factorId = data?.totp[0]?.id ?? ''
    expect(
      (await owner.client.auth.mfa.challengeAndVerify({ factorId, code: authenticator.generate() })).error,
    ).toBeNull()
    await wait(owner)
    expect(await resetNow(owner)).toBeInstanceOf(Date)
    expect(await factorsOf(owner)).toBe(1)
  })

  it('is reset by no one but the server itself', async () => {
    const admin = await app.newPerson()
    await sql(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [admin.id])
    await addSecondFactor(admin)
    const { error } = await admin.client.rpc('reset_second_factor' as never)
    expect(error?.code).toBe('PGRST202')
    const { rows } = await asOwner(app.databaseUrl, (client) =>
      client.query<{ role: string }>(
        `select role from unnest('{anon,authenticated}'::text[]) as role
         where has_function_privilege(role, 'private.reset_second_factor(uuid, text)', 'execute')`,
      ),
    )
    expect(rows).toEqual([])
  })
})
