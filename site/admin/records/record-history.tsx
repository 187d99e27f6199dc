/** Who decided what on a record, when and why, as the ledgers of decisions have it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AdminRecordType, HistoryEvent } from '#domain/admin/admin.ts'
import type { RoleRow } from '#domain/admin/staff.ts'
import { formatDateTime } from '#domain/dates.ts'
import { describeStatus } from '#domain/status-machines.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import type { AdminKind } from './admin-kind.ts'
import { recordPath } from './record-path.ts'

const axisNames: Partial<Record<HistoryEvent['axis'], string>> = {
  payment: 'Payment: ',
  fulfilment: 'Goods: ',
  credit: 'Letter of credit: ',
  quote: 'Quote: ',
  money: 'Money: ',
  call: 'Call: ',
}

/** Their words are loaded with the first of them: few records have one. */
const isWorded = (axis: string) =>
  ['correction', 'change', 'consent', 'call', 'credit', 'money'].includes(axis)

async function listEvents(table: AdminRecordType, id: string): Promise<HistoryEvent[]> {
  const events = await callAdmin<HistoryEvent[]>('record_history', { record_type: table, record_id: id })
  if (!events.some(({ axis }) => isWorded(axis))) return events
  const { nameHistoryValue } = await import('./history-words.ts')
  return events.map((event) => {
    const { axis, from_value: from, to_value: to } = event
    return isWorded(axis)
      ? { ...event, from_value: from && nameHistoryValue(axis, from), to_value: nameHistoryValue(axis, to) }
      : event
  })
}

interface RecordHistoryProps {
  table: AdminRecordType
  id: string
  /** Left out: when it came in is said elsewhere. */
  createdAt?: string
  /** What its kind calls its statuses, and the values of its other axes. */
  statuses: AdminKind<never>['statuses']
  nameValue?: (axis: string, value: string) => string | undefined
}

export function RecordHistory({ table, id, createdAt, statuses, nameValue }: RecordHistoryProps) {
  const nameOf = (axis: string, value: string) =>
    isWorded(axis)
      ? value
      : ((axis === 'status' ? statuses.find((status) => status.value === value)?.label : null) ??
        nameValue?.(axis, value) ??
        (axis === 'quote' ? value.replaceAll('_', ' ') : describeStatus(value)))
  const query = useQuery({
    queryKey: [table, 'history', id],
    queryFn: () => listEvents(table, id),
  })
  // Seldom needed, so it is not loaded with every record.
  const { data: roles } = useQuery({
    queryKey: ['roles'],
    queryFn: async () => (await import('#site/admin/people/people-data.ts')).listRoles(),
    enabled: query.data?.some(({ actor_role }) => isOwnRole(actor_role)) === true,
  })
  return (
    <section className="drawer-part" aria-label="History">
      <h3>History</h3>
      <QueryState query={query} errorText="The history could not be loaded.">
        {(events) => (
          <ol className="trail">
            {events.map((event) => (
              <li key={`${event.axis} ${event.created_at} ${event.to_value}`}>
                <p className="num text-sm text-stone">{formatDateTime(event.created_at)}</p>
                <p>
                  {axisNames[event.axis]}
                  <strong>
                    {event.message_id ? (
                      <Link to={recordPath('contact_messages', event.message_id)}>Message</Link>
                    ) : (
                      nameOf(event.axis, event.to_value)
                    )}
                  </strong>
                  {event.from_value && ` (was ${nameOf(event.axis, event.from_value)})`} by{' '}
                  {nameActor(event, roles)}
                  {event.own_record && ' (their own record)'}
                </p>
                {event.reason && <p className="text-sm whitespace-pre-line">{event.reason}</p>}
              </li>
            ))}
            {createdAt && (
              <li>
                <p className="num text-sm text-stone">{formatDateTime(createdAt)}</p>
                <p>
                  <strong>Received</strong>
                </p>
              </li>
            )}
          </ol>
        )}
      </QueryState>
    </section>
  )
}

/** One that the company made (private.make_role). */
const isOwnRole = (role: string) => role.startsWith('own_')

/** "Bola Reviewer (reviewer)"; of a role of one's own its title, or what is known of it to who may not read the roles. */
function nameActor({ actor_name, actor_role }: HistoryEvent, roles: readonly RoleRow[] = []): string {
  const role =
    roles.find(({ name }) => isOwnRole(name) && name === actor_role)?.title ??
    actor_role.replace(/^own_/, '').replaceAll('_', ' ')
  return actor_name ? `${actor_name} (${role})` : role
}
