/** Who decided what on a record, when and why, as the ledger of decisions has it. */
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#domain/dates.ts'
import { describeStatus } from '#domain/status-machines.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'

interface RecordHistoryProps {
  table: string
  id: string
  createdAt: string
}

export function RecordHistory({ table, id, createdAt }: RecordHistoryProps) {
  const query = useQuery({
    queryKey: [table, 'history', id],
    queryFn: () => readHistory(table, id),
  })
  return (
    <section className="drawer-part" aria-label="History">
      <h3>History</h3>
      <QueryState query={query} trouble="The history could not be loaded.">
        {(events) => (
          <ol className="trail">
            {events.map((event) => (
              <li key={event.id}>
                <p className="num text-sm text-stone">{formatDateTime(event.created_at)}</p>
                <p>
                  <strong>{describeStatus(event.to_status)}</strong> by {event.actor}
                  {event.own_record && ' (their own record)'}
                </p>
                {event.reason && <p className="text-sm whitespace-pre-line">{event.reason}</p>}
              </li>
            ))}
            <li>
              <p className="num text-sm text-stone">{formatDateTime(createdAt)}</p>
              <p>
                <strong>Received</strong>
              </p>
            </li>
          </ol>
        )}
      </QueryState>
    </section>
  )
}

async function readHistory(table: string, id: string) {
  const client = await getSupabase()
  const { data, error } = await client
    .from('decision_events')
    .select('id,to_status,reason,actor_id,actor_role,own_record,created_at')
    .eq('record_type', table)
    .eq('record_id', id)
    .order('id', { ascending: false })
    .limit(50)
  if (error) throw error
  const actors = [...new Set(data.flatMap(({ actor_id }) => actor_id ?? []))]
  // Names are for whoever may read profiles; everybody else reads the role.
  const { data: people } = actors.length
    ? await client.from('profiles').select('id,full_name').in('id', actors)
    : { data: [] }
  const names = new Map(people?.map((person) => [person.id, person.full_name]))
  return data.map((event) => {
    const role = event.actor_role.replace('_', ' ')
    const name = event.actor_id && names.get(event.actor_id)
    return { ...event, actor: name ? `${name} (${role})` : role }
  })
}
