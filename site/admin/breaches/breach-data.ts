/** The register of breaches as the admin area reads it. */
import type { BreachEvent } from '#domain/admin/breaches.ts'
import type { Database } from '#domain/database.generated.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { buildContainsFilter } from '#site/admin/records/contains-filter.ts'
import { type ListPage, rangeOf, readOne, readPage } from '#site/admin/records/list-records.ts'
import { narrowToDays } from '#site/admin/records/narrow.ts'
import type { ListState } from '#site/admin/records/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'

/** Late ones first, then those whose time is shortest. */
export async function listBreaches(state: ListState): Promise<ListPage<Breach>> {
  const client = await getSupabase()
  let query = narrowToDays(client.from('breach_register').select('*', { count: 'exact' }), state, 'aware_at')
  if (state.status) query = query.eq('status', state.status)
  if (state.isOverdue) query = query.lt('due_at', new Date().toISOString())
  const search = buildContainsFilter(['title', 'facts', 'commission_reference'], state.search)
  if (search) query = query.or(search)
  const page = readPage(
    await query
      .order('sort_at')
      .order('aware_at', { ascending: false })
      .order('id')
      .range(...rangeOf(state)),
  )
  return { count: page.count, records: page.records.map(describe) }
}

export async function findBreach(id: string): Promise<Breach | null> {
  const client = await getSupabase()
  const row = readOne(await client.from('breach_register').select('*').eq('id', id).maybeSingle())
  return row && describe(row)
}

/** The columns of a view are all nullable to the types; these three never are. */
function describe(row: Row): Breach {
  return { ...row, id: row.id ?? '', status: row.status ?? '', created_at: row.created_at ?? '' }
}

type Row = Database['public']['Views']['breach_register']['Row']
export type Breach = Row & { id: string; status: string; created_at: string }

export const breachTables = ['breaches', 'breach_events']

export const listEvents = (id: string) => callAdmin<BreachEvent[]>('list_breach_events', { breach_id: id })

/** The clock of Lagos, which knows no summer time, as `<input type="datetime-local">` has it. */
export function toLagosInput(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 16)
}

export function fromLagosInput(text: string): string | null {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00+01:00` : null
}
