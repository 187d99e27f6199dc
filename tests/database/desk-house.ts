// A house with staff of every kind at its desk, with and without their second factor, and records to work on.
import type { Caller } from '#platform/database/caller.ts'
import { openHouse, type Person, submitOrder } from './house.ts'
import { openDesk } from './registrations-desk.ts'

/** The same person after typing the code of the second factor. */
export const strong = ({ caller }: Pick<Person, 'caller'>): Caller => ({
  ...caller,
  claims: JSON.stringify({ ...JSON.parse(caller.claims), aal: 'aal2' }),
})

export async function openDeskHouse() {
  const house = await openHouse()
  const registrations = openDesk(house)
  const admin = await house.addPerson({ role: 'admin', name: 'Ngozi Admin' })
  const reviewer = await house.addPerson({ role: 'reviewer', name: 'Bola Reviewer' })
  const finance = await house.addPerson({ role: 'finance' })
  const content = await house.addPerson({ role: 'content' })
  const agent = await house.addPerson({ role: 'field_agent' })
  const member = await house.addPerson()
  const sql = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await house.owner.query(text, values)).rows as Row[]
  return {
    ...house,
    house,
    registrations,
    admin,
    reviewer,
    finance,
    content,
    agent,
    member,
    sql,
    /** The one value that a call answers. */
    async call<Answer>(caller: Caller, text: string, values: unknown[] = []): Promise<Answer> {
      const { rows } = await house.as<Record<string, Answer>>(caller, text, values)
      return Object.values(rows[0] ?? {})[0] as Answer
    },
    placeOrder: (person: Person = member) => submitOrder(house, person),
    /** The id of a farmer who registered. */
    addFarmer: async () => (await registrations.send('farmer')).stored.id,
    /** As if it had come in that long ago. */
    age: (table: string, id: string, interval: string) =>
      house.owner.query(
        `update public.${table} set created_at = created_at - interval '${interval}' where id = $1`,
        [id],
      ),
  }
}

export type DeskHouse = Awaited<ReturnType<typeof openDeskHouse>>
