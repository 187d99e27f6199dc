// For one role: which bindings a table's changes match, and which of its callers may see which row.
import type pg from 'pg'
import type { Caller, Role } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAs } from './as-subscriber.ts'
import type { Binding } from './bindings.ts'
import type { Column } from './change-payload.ts'
import type { Change } from './change-reader.ts'
import type { Condition } from './parse-filter.ts'

export interface Verdict {
  /** What the role may read of the table. */
  columns: Column[]
  /** Places in the list of changes. */
  matches: Map<Binding, Set<number>>
  /** By claims. */
  visible: Map<string, Set<number>>
}

/** The claims of so many subscribers are evaluated in one statement, well within its time limit. */
const claimsAtOnce = 500
/** The rows travel once for each set of claims inside the database. */
const rowBytesAtOnce = 32 * 1024 * 1024

export function judgeChanges(
  database: Database,
  role: Role,
  changes: Change[],
  listening: Binding[],
): Promise<Verdict> {
  const relation = changes[0]?.relation ?? 0
  const nobody: Caller = { role, claims: JSON.stringify({ role }) }
  const members = new Map(
    listening.map((binding) => [binding, [...binding.members].filter(({ caller }) => caller.role === role)]),
  )
  const bindings = listening.filter((binding) => members.get(binding)?.length)
  return queryAs(database, nobody, async (client) => {
    const [columns, passes] = await Promise.all([
      readColumns(client, relation),
      matchConditions(client, relation, changes, bindings),
    ])
    const matches = new Map<Binding, Set<number>>()
    const claims = new Set<string>()
    const requested = new Set<number>()
    for (const binding of bindings) {
      const places = changes.flatMap((change, place) =>
        (binding.event === '*' || binding.event === change.kind) && passes(binding, place) ? [place] : [],
      )
      if (places.length === 0) continue
      matches.set(binding, new Set(places))
      for (const place of places) requested.add(place)
      for (const { caller } of members.get(binding) ?? []) claims.add(caller.claims)
    }
    const visible = await readVisible(client, changes, [...requested], [...claims])
    return { columns, matches, visible }
  })
}

async function readColumns(client: pg.PoolClient, relation: number): Promise<Column[]> {
  const { rows } = await client.query<{ columns: Column[] }>({
    name: 'realtime_columns',
    text: 'select realtime.selectable_columns($1) as columns',
    values: [relation],
  })
  return rows[0]?.columns ?? []
}

async function readVisible(
  client: pg.PoolClient,
  changes: Change[],
  places: number[],
  claims: string[],
): Promise<Map<string, Set<number>>> {
  const visible = new Map<string, Set<number>>()
  const rows = places.map((place) => changes[place]?.row ?? '{}')
  const bytes = rows.reduce((sum, row) => sum + row.length, 1)
  const step = Math.max(1, Math.min(claimsAtOnce, Math.floor(rowBytesAtOnce / bytes)))
  for (let start = 0; start < claims.length; start += step) {
    const some = claims.slice(start, start + step)
    const { rows: seen } = await client.query<{ claim: number; numbers: number[] }>({
      name: 'realtime_visible',
      text: 'select claim_number as claim, row_numbers as numbers from realtime.visible_rows($1, $2, $3)',
      values: [changes[0]?.relation, rows, some],
    })
    for (const { claim, numbers } of seen)
      visible.set(some[claim - 1] ?? '', new Set(numbers.map((number) => places[number - 1] ?? -1)))
  }
  return visible
}

interface ConditionGroup {
  column: string
  operator: string
  negated: boolean
  values: string[]
}

/** `in` is one of several equals. Equal conditions of different bindings are evaluated once. */
export function groupConditions(conditions: Iterable<Condition>): ConditionGroup[] {
  const groups = new Map<string, ConditionGroup & { known: Set<string> }>()
  for (const condition of conditions) {
    const key = groupKey(condition)
    const { column, operator, negated } = condition
    const group = groups.get(key) ?? {
      column,
      operator: operator === 'in' ? 'eq' : operator,
      negated,
      values: [],
      known: new Set(),
    }
    groups.set(key, group)
    for (const value of condition.values) group.known.add(value)
  }
  return [...groups.values()].map(({ known, ...group }) => ({ ...group, values: [...known] }))
}

const groupKey = ({ column, operator, negated }: Omit<Condition, 'values'>): string =>
  JSON.stringify([column, operator === 'in' ? 'eq' : operator, negated])

async function matchConditions(
  client: pg.PoolClient,
  relation: number,
  changes: Change[],
  bindings: Binding[],
): Promise<(binding: Binding, place: number) => boolean> {
  const groups = groupConditions(bindings.flatMap(({ conditions }) => conditions))
  if (groups.length === 0) return () => true
  const { rows } = await client.query<{ group: number; value: number; numbers: number[] }>({
    name: 'realtime_matching',
    text: `select group_number as "group", value_number as value, row_numbers as numbers
      from realtime.matching_rows($1, $2, $3, false)`,
    values: [relation, changes.map(({ row }) => row), JSON.stringify(groups)],
  })
  const passing = new Map<string, Set<number>>()
  for (const { group, value, numbers } of rows) {
    const requested = groups[group - 1]
    if (requested)
      passing.set(
        `${groupKey(requested)}${requested.values[value - 1]}`,
        new Set(numbers.map((number) => number - 1)),
      )
  }
  const holds = (condition: Condition, place: number): boolean => {
    const key = groupKey(condition)
    const one = (value: string) => passing.get(`${key}${value}`)?.has(place) ?? false
    return condition.negated ? condition.values.every(one) : condition.values.some(one)
  }
  return (binding, place) => binding.conditions.every((condition) => holds(condition, place))
}
