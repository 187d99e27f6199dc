/** People whom only a call reaches: they have no email that we write to, and something happened of which nobody has notified them. */
import { Link } from 'react-router'
import type { AdminRecordType } from '#domain/admin/admin.ts'
import { callOutcomes } from '#domain/admin/call-outcomes.ts'
import { callTopics } from '#domain/admin/queue-words.ts'
import { formatDateTime } from '#domain/dates.ts'
import { describeStatus } from '#domain/status-machines.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { PersonLink } from '#site/admin/persons/person-link.tsx'
import type { AdminKind } from '#site/admin/records/admin-kind.ts'
import { phoneFact, phoneLink } from '#site/admin/records/contact-links.tsx'
import { Facts } from '#site/admin/records/facts.tsx'
import { byDay, daysOf } from '#site/admin/records/list-filters.ts'
import { readPage } from '#site/admin/records/list-records.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { narrow } from '#site/admin/records/narrow.ts'
import { recordPath } from '#site/admin/records/record-path.ts'
import type { ListState } from '#site/admin/records/use-list-state.ts'
import { useWalkOn } from '#site/admin/records/walk-on.ts'
import { getSupabase } from '#site/lib/supabase.ts'

const CallForm = loadPart(async () => (await import('./call-form.tsx')).CallForm)
const RecordWork = loadPart(async () => (await import('#site/admin/records/record-work.tsx')).RecordWorkPanel)
const RecordTasks = loadPart(async () => (await import('#site/admin/tasks/record-tasks.tsx')).RecordTasks)

const columns =
  'record_type,id,reference,contact_name,contact_phone,status,decline_reason,topic,created_at:since,last_outcome,last_called_at,assignee_id,assignee_name' as const

interface Callee {
  id: string
  status: string
  created_at: string
  record_type: AdminRecordType
  reference: string
  contact_name: string
  contact_phone: string
  decline_reason: string | null
  topic: string
  last_outcome: string | null
  last_called_at: string | null
  /** Who has the record. */
  assignee_id: string | null
  assignee_name: string | null
}

/** A view's columns may all be null as far as its types know; these never are. */
async function listCallees(state: ListState) {
  const client = await getSupabase()
  const own = async () => (await client.auth.getSession()).data.session?.user.id ?? ''
  let query = client.from('people_to_phone').select(columns, { count: 'exact' })
  if (state.assignee === 'nobody') query = query.is('assignee_id', null)
  else if (state.assignee)
    query = query.eq('assignee_id', state.assignee === 'mine' ? await own() : state.assignee)
  const { records, count } = readPage(
    await narrow(query, state, {
      searchColumns: ['contact_name', 'contact_phone', 'reference'],
      statusColumn: 'topic',
      timeColumn: 'since',
    }),
  )
  return { records: records as Callee[], count }
}

async function findCallee(id: string): Promise<Callee | null> {
  const { data, error } = await (await getSupabase())
    .from('people_to_phone')
    .select(columns)
    .eq('id', id)
    .maybeSingle()
  if (error) throw error
  return data as Callee | null
}

export const peopleToPhoneKind: AdminKind<Callee> = {
  table: 'people_to_phone',
  noun: 'person to phone',
  plural: 'people to phone',
  ownersOf: 'farmers',
  exportType: 'people_to_phone',
  statuses: Object.entries(callTopics).map(([value, label]) => ({ value, label })),
  filters: daysOf('Since'),
  searchHelp: 'Name, phone or reference',
  listRecords: listCallees,
  findRecord: findCallee,
  nameOf: (callee) => `call to ${callee.contact_name}`,
  title: { label: 'Name', text: (callee) => callee.contact_name },
  columns: [
    { label: 'Phone', cell: (callee) => phoneLink(callee.contact_phone, callee.reference) },
    { label: 'Tell them', cell: (callee) => callTopics[callee.topic] ?? callee.topic },
    { label: 'Since', sorts: byDay, cell: (callee) => formatDateTime(callee.created_at) },
    {
      label: 'Last call',
      cell: (callee) =>
        callee.last_called_at &&
        `${callOutcomes[callee.last_outcome ?? ''] ?? ''}, ${formatDateTime(callee.last_called_at)}`,
    },
    {
      label: 'Who rings',
      room: 'little',
      cell: (callee) => callee.assignee_name ?? (callee.assignee_id ? 'A colleague' : 'Nobody yet'),
    },
  ],
  renderDetails: (callee) => (
    <>
      <Facts
        facts={{
          Reference: <span className="code">{callee.reference}</span>,
          Phone: phoneFact(callee.contact_phone, callee.reference),
          'Tell them': callTopics[callee.topic],
          Status: describeStatus(callee.status),
          Reason: callee.decline_reason,
          Since: formatDateTime(callee.created_at),
        }}
      />
      <NextCall callee={callee} />
      <PersonLink table={callee.record_type} id={callee.id} />
      <RecordWork table={callee.record_type} id={callee.id} />
      <RecordTasks table={callee.record_type} id={callee.id} />
      <p>
        <Link to={recordPath(callee.record_type, callee.id)} className="inline-block py-1">
          Open the record
        </Link>
      </p>
    </>
  ),
}

/** After a call the next one is open, since calls are made one after the other. */
function NextCall({ callee }: { callee: Callee }) {
  const { can } = usePermissions()
  const walkOn = useWalkOn()
  if (!can('records.work')) return null
  return <CallForm recordType={callee.record_type} id={callee.id} onLogged={() => walkOn(callee.id)} />
}
