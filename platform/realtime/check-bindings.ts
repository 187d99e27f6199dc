// Whether a caller may listen as it wishes: the table is published, the filter means something, the columns are its own.
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import { createGate, queryAs } from './as-subscriber.ts'
import type { BindingRequest } from './channel.ts'
import { groupConditions } from './judge-changes.ts'
import type { Condition } from './parse-filter.ts'

export interface Wish {
  request: BindingRequest
  conditions: Condition[]
}

/** Answers what is wrong, or undefined. Rejects with DatabaseUnavailableError. */
export type CheckBindings = (caller: Caller, wishes: Wish[]) => Promise<string | undefined>

/** Many clients send the same at once, after a restart above all. */
const rememberMs = 5_000
const maxRemembered = 1000

export function createCheckBindings(database: Database): CheckBindings {
  const gate = createGate(2)
  const remembered = new Map<string, { until: number; answer: Promise<string | undefined> }>()
  return (caller, wishes) => {
    const key = JSON.stringify([caller.role, wishes.map(({ request }) => request)])
    const known = remembered.get(key)
    if (known && known.until > performance.now()) return known.answer
    const answer = gate(() => check(database, caller, wishes))
    remembered.set(key, { until: performance.now() + rememberMs, answer })
    answer.catch(() => remembered.delete(key))
    if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value ?? '')
    return answer
  }
}

async function check(database: Database, caller: Caller, wishes: Wish[]): Promise<string | undefined> {
  try {
    return await queryAs(database, caller, async (client) => {
      for (const { request, conditions } of wishes) {
        const { schema, table, select } = request
        const anyTable = !table || table === '*'
        const { rows } = await client.query<{ relation: number; columns: string[] }>({
          name: 'realtime_find_table',
          text: `select c.oid as relation,
              array(select e ->> 'name' from jsonb_array_elements(realtime.selectable_columns(c.oid)) e) as columns
            from realtime.published_tables() p
            join pg_class c on c.oid = p.relation join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = $1 and ($2::text is null or c.relname = $2) limit 1`,
          values: [schema, anyTable ? null : table],
        })
        const [result] = rows
        if (!result || (anyTable && conditions.length > 0)) return describe(request)
        const hidden = select?.find((name) => !anyTable && !result.columns.includes(name))
        if (hidden !== undefined) return `${describe(request)}: invalid column for select ${hidden}`
        if (conditions.length > 0)
          await client.query({
            name: 'realtime_check_filter',
            text: `select from realtime.matching_rows($1, array['{}'::jsonb], $2, true)`,
            values: [result.relation, JSON.stringify(groupConditions(conditions))],
          })
      }
      return undefined
    })
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const request = wishes.find(({ conditions }) => conditions.length > 0)?.request
    return `${request ? describe(request) : 'Unable to subscribe to changes'}: ${(error as Error).message}`
  }
}

function describe({ event, schema, table, filter }: BindingRequest): string {
  const wish = `[event: ${event}, schema: ${schema}, table: ${table ?? '*'}, filters: [${filter ?? ''}]]`
  return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${wish}`
}
