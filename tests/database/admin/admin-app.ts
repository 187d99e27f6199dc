// An application with staff of every kind, with and without their second factor, and records to work on.
import type { Caller } from '#platform/database/caller.ts'
import { openAdmin } from '#tests/database/registrations/registration-intake.ts'
import { openApp, type Person } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'

/** What find_records finds, and the rows that hang on it: each with the status that its list filters by. */
export interface FindResult {
  count: number
  ids: string[]
  records: { id: string; status: string }[]
}

/** Where a list is no table of its own, or its status no column. */
const queues: Partial<Record<string, { source?: string; status?: string }>> = {
  payments: { source: 'orders', status: 'payment_status' },
  quotes: { source: 'orders' },
  disputes: { source: 'orders' },
  low_stock: { source: 'products' },
  newsletter_subscriptions: {
    status: `case when unsubscribed_at is not null then 'left' when confirmed_at is not null then 'confirmed' else 'waiting' end`,
  },
}

export async function openAdminApp() {
  const app = await openApp()
  const registrations = openAdmin(app)
  const admin = await app.addPerson({ role: 'admin', name: 'Ngozi Admin' })
  const reviewer = await app.addPerson({ role: 'reviewer', name: 'Bola Reviewer' })
  const finance = await app.addPerson({ role: 'finance' })
  const content = await app.addPerson({ role: 'content' })
  const agent = await app.addPerson({ role: 'field_agent' })
  const member = await app.addPerson()
  const sql = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await app.owner.query(text, values)).rows as Row[]
  return {
    ...app,
    app,
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
      const { rows } = await app.as<Record<string, Answer>>(caller, text, values)
      return Object.values(rows[0] ?? {})[0] as Answer
    },
    /** A page of a list, by one statement, as the API runs it. */
    async find(
      values: { list: string } & Record<string, unknown>,
      caller = admin.caller,
    ): Promise<FindResult> {
      const { source = values.list, status = 'status' } = queues[values.list] ?? {}
      const args = Object.keys(values).map((name, at) => `${name} => $${at + 1}`)
      const { rows } = await app.as<{ found: FindResult }>(
        caller,
        `select json_build_object('count', count, 'ids', ids, 'records',
           (select coalesce(json_agg(json_build_object('id', id, 'status', ${status})), '[]') from public.${source}(answer))
         ) as found from public.find_records(${args.join(', ')}) as answer`,
        Object.values(values),
      )
      if (!rows[0]) throw new Error('find_records answered nothing')
      return rows[0].found
    },
    placeOrder: (person: Person = member) => submitOrder(app, person),
    /** The id of a farmer who registered. */
    addFarmer: async () => (await registrations.send('farmer')).stored.id,
    /** As if it had come in that long ago. */
    age: (table: string, id: string, interval: string) =>
      app.owner.query(
        `update public.${table} set created_at = created_at - interval '${interval}' where id = $1`,
        [id],
      ),
  }
}

export type AdminApp = Awaited<ReturnType<typeof openAdminApp>>
