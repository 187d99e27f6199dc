/** Corrections that staff requested: which are answered and wait for us, which the person still owes, and which are done. */
import { Link } from 'react-router'
import { correctionWords } from '#domain/admin/queue-words.ts'
import type { Database, Json } from '#domain/database.generated.ts'
import { formatDateTime } from '#domain/dates.ts'
import type { AdminKind } from '#site/admin/records/admin-kind.ts'
import { mailFact, phoneFact, phoneLink } from '#site/admin/records/contact-links.tsx'
import { buildContainsFilter } from '#site/admin/records/contains-filter.ts'
import { Facts } from '#site/admin/records/facts.tsx'
import { byDay, daysOf } from '#site/admin/records/list-filters.ts'
import { type ListPage, rangeOf, readOne, readPage } from '#site/admin/records/list-records.ts'
import { narrowToDays } from '#site/admin/records/narrow.ts'
import { recordPath } from '#site/admin/records/record-path.ts'
import type { ListState } from '#site/admin/records/use-list-state.ts'
import { CorrectedFields, CorrectedNotes } from '#site/admin/registrations/name-corrected.tsx'
import type { RenderWith } from '#site/admin/registrations/sheet-props.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { StatusBadge } from '#site/ui/status.tsx'

const recordTypes: Record<string, string> = {
  farmers: 'Farmer',
  buyers: 'Buyer',
  investors: 'Investor',
  training_enrolments: 'Trainee',
}

interface Correction {
  id: string
  status: string
  created_at: string
  recordType: string
  recordId: string
  form: string | null
  notes: { field: string; note: string }[]
  message: string | null
  reference: string | null
  contactName: string | null
  contactEmail: string | null
  contactPhone: string | null
}

/** The status filter chooses whether it is answered and, after a dot, the kind of record. */
async function listCorrections(state: ListState): Promise<ListPage<Correction>> {
  const [status, recordType] = state.status.split('.')
  const client = await getSupabase()
  let query = narrowToDays(
    client.from('correction_states').select('*', { count: 'exact' }),
    state,
    'created_at',
  )
  if (status) query = query.eq('status', status)
  if (recordType) query = query.eq('record_type', recordType)
  const search = buildContainsFilter(
    ['contact_name', 'contact_email', 'contact_phone', 'reference', 'message'],
    state.search,
  )
  if (search) query = query.or(search)
  const page = readPage(
    await query.order('id', { ascending: state.sort === 'oldest' }).range(...rangeOf(state)),
  )
  return { count: page.count, records: page.records.map(describe) }
}

async function findCorrection(id: string): Promise<Correction | null> {
  const client = await getSupabase()
  const row = readOne(await client.from('correction_states').select('*').eq('id', Number(id)).maybeSingle())
  return row && describe(row)
}

/** A row of the view, whose columns are all nullable to the types. */
type Row = Database['public']['Views']['correction_states']['Row']

function describe(row: Row): Correction {
  return {
    id: String(row.id),
    status: row.status ?? 'pending',
    created_at: row.created_at ?? '',
    recordType: row.record_type ?? '',
    recordId: row.record_id ?? '',
    form: row.form,
    notes: Array.isArray(row.notes) ? row.notes.flatMap(readNote) : [],
    message: row.message,
    reference: row.reference,
    contactName: row.contact_name,
    contactEmail: row.contact_email,
    contactPhone: row.contact_phone,
  }
}

function readNote(item: Json): { field: string; note: string }[] {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return []
  return [{ field: String(item.field), note: String(item.note) }]
}

export const makeCorrectionsKind = (renderWith: RenderWith): AdminKind<Correction> => ({
  table: 'correction_requests',
  noun: 'correction',
  exportType: 'correction_requests',
  statuses: Object.entries(correctionWords).flatMap(([status, label]) => [
    { value: status, label },
    ...Object.entries(recordTypes).map(([type, name]) => ({
      value: `${status}.${type}`,
      label: `${label}: ${name.toLowerCase()}s`,
    })),
  ]),
  filters: daysOf('Asked'),
  searchHelp: 'Name, phone, reference or words of the message',
  listRecords: listCorrections,
  findRecord: findCorrection,
  nameOf: (correction) => `correction ${correction.id}`,
  title: { label: 'Who', text: (correction) => correction.contactName ?? 'No name' },
  renderStatus: ({ status }) => (
    <StatusBadge status={status === 'pending' ? 'pending' : 'approved'} word={correctionWords[status]} />
  ),
  columns: [
    { label: 'About', cell: (correction) => recordTypes[correction.recordType] },
    {
      label: 'Reference',
      cell: (correction) => <span className="code">{correction.reference}</span>,
    },
    { label: 'Phone', cell: (correction) => phoneLink(correction.contactPhone, correction.reference) },
    {
      label: 'Fields',
      cell: ({ form, notes }) => <CorrectedFields form={form} notes={notes} renderWith={renderWith} />,
    },
    { label: 'Asked', sorts: byDay, cell: (correction) => formatDateTime(correction.created_at) },
  ],
  renderDetails: (correction) => (
    <>
      <Facts
        facts={{
          About: recordTypes[correction.recordType],
          Reference: correction.reference && <span className="code">{correction.reference}</span>,
          Name: correction.contactName,
          Email: mailFact(correction.contactEmail),
          Phone: phoneFact(correction.contactPhone, correction.reference),
          Asked: formatDateTime(correction.created_at),
          Message: correction.message,
        }}
      />
      <section className="drawer-part" aria-label="To correct">
        <h3>To correct</h3>
        <CorrectedNotes form={correction.form} notes={correction.notes} renderWith={renderWith} />
      </section>
      <p>
        <Link to={recordPath(correction.recordType, correction.recordId)}>Open the record</Link>
      </p>
    </>
  ),
})
