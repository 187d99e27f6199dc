/** Corrections that staff asked for: which are answered, and which the person still owes. */
import { Link } from 'react-router'
import { formatDateTime } from '#domain/dates.ts'
import { recordPath } from '#site/features/desk-queues/record-path.ts'
import type { DeskKind } from '#site/lib/desk/desk-kind.ts'
import { Facts } from '#site/lib/desk/facts.tsx'
import { type ListPage, rangeOf, readPage } from '#site/lib/desk/list-records.ts'
import type { ListState } from '#site/lib/desk/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'

const columns = 'id,record_type,record_id,submission_version,notes,message,created_at' as const

const recordTypes: Record<string, string> = {
  farmers: 'Farmer',
  buyers: 'Buyer',
  investors: 'Investor',
  training_enrolments: 'Trainee',
}

interface Correction {
  id: string
  status: 'pending' | 'completed'
  created_at: string
  recordType: string
  recordId: string
  notes: { field: string; note: string }[]
  message: string | null
}

/** The status filter chooses the kind of record. */
async function listCorrections(state: ListState): Promise<ListPage<Correction>> {
  const client = await getSupabase()
  let query = client.from('correction_requests').select(columns, { count: 'exact' })
  if (state.status) query = query.eq('record_type', state.status)
  if (state.search) query = query.ilike('message', `%${state.search.replace(/[\\%_*]/g, '\\$&')}%`)
  const page = readPage(await query.order('id', { ascending: false }).range(...rangeOf(state)))
  return { count: page.count, records: await describe(page.records) }
}

async function findCorrection(id: string): Promise<Correction | null> {
  const client = await getSupabase()
  const { data, error } = await client.from('correction_requests').select(columns).eq('id', Number(id))
  if (error) throw error
  return (await describe(data))[0] ?? null
}

interface Row {
  id: number
  record_type: string
  record_id: string
  submission_version: number
  notes: unknown
  message: string | null
  created_at: string
}

/** Answered: a later version was sent. */
async function describe(rows: readonly Row[]): Promise<Correction[]> {
  if (rows.length === 0) return []
  const client = await getSupabase()
  const { data, error } = await client
    .from('registration_submissions')
    .select('record_id,version')
    .in(
      'record_id',
      rows.map(({ record_id }) => record_id),
    )
  if (error) throw error
  return rows.map((row) => ({
    id: String(row.id),
    status: data.some(
      ({ record_id, version }) => record_id === row.record_id && version > row.submission_version,
    )
      ? 'completed'
      : 'pending',
    created_at: row.created_at,
    recordType: row.record_type,
    recordId: row.record_id,
    notes: Array.isArray(row.notes)
      ? row.notes.map((item: { field?: unknown; note?: unknown }) => ({
          field: String(item.field),
          note: String(item.note),
        }))
      : [],
    message: row.message,
  }))
}

export const correctionsKind: DeskKind<Correction> = {
  table: 'correction_requests',
  noun: 'correction',
  statuses: Object.entries(recordTypes).map(([value, label]) => ({ value, label })),
  searchHelp: 'Words of the message',
  listRecords: listCorrections,
  findRecord: findCorrection,
  nameOf: (correction) => `correction ${correction.id}`,
  title: { label: 'About', text: (correction) => recordTypes[correction.recordType] ?? 'Record' },
  renderStatus: ({ status }) => (
    <span className={`status status-${status === 'pending' ? 'pending' : 'approved'}`}>
      {status === 'pending' ? 'Waiting' : 'Answered'}
    </span>
  ),
  columns: [
    {
      label: 'Fields',
      cell: (correction) => correction.notes.map(({ field }) => field).join(', '),
    },
    { label: 'Asked', cell: (correction) => formatDateTime(correction.created_at) },
  ],
  renderDetails: (correction) => (
    <>
      <Facts
        facts={{
          About: recordTypes[correction.recordType],
          Asked: formatDateTime(correction.created_at),
          ...Object.fromEntries(correction.notes.map(({ field, note }) => [field, note])),
          Message: correction.message,
        }}
      />
      <p>
        <Link to={recordPath(correction.recordType, correction.recordId)}>Open the record</Link>
      </p>
    </>
  ),
}
