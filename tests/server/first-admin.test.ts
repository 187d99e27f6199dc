// ADMIN_EMAIL at a later start: whoever left the staff or got another role stays what the staff decided.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '#tests/harness/database.ts'
import { startHouse, type TestHouse } from '#tests/harness/house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

async function startAgain(): Promise<void> {
  const again = await startHouse({}, house.databaseUrl)
  await again.stop()
}

const sql = <Row>(text: string, values: unknown[]) =>
  asOwner(house.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[])
const roleOf = async (id: string) =>
  (await sql<{ role: string }>('select role from public.user_roles where user_id = $1', [id]))[0]?.role

it('makes no admin again of who was given another role, or deactivated', async () => {
  const [first, other] = [await house.newAdmin(), await house.newPerson()]
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
