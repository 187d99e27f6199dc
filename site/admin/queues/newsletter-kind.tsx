/** Who reads the newsletter: only those who confirmed are written to. */
import { subscriptionWords } from '#domain/admin/queue-words.ts'
import { formatDateTime } from '#domain/dates.ts'
import type { AdminKind } from '#site/admin/records/admin-kind.ts'
import { mailFact } from '#site/admin/records/contact-links.tsx'
import { Facts } from '#site/admin/records/facts.tsx'
import { listMatches } from '#site/admin/records/find-records.ts'
import { byDay, daysOf } from '#site/admin/records/list-filters.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import type { ListState } from '#site/admin/records/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { StatusBadge } from '#site/ui/status.tsx'
import { EndSubscription } from './end-subscription.tsx'

const RecordTasks = loadPart(async () => (await import('#site/admin/tasks/record-tasks.tsx')).RecordTasks)

const columns = 'id,email,confirm_sent_at,confirmed_at,unsubscribed_at,created_at,updated_at' as const

const tones: Record<string, string> = { confirmed: 'approved', left: 'declined' }

function describeStatus(row: { confirmed_at: string | null; unsubscribed_at: string | null }): string {
  if (row.unsubscribed_at) return 'left'
  return row.confirmed_at ? 'confirmed' : 'waiting'
}

async function listReaders(state: ListState) {
  const page = await listMatches('newsletter_subscriptions', state, (result) =>
    result.select(`count,records:newsletter_subscriptions(${columns})`),
  )
  return { ...page, records: page.records.map((row) => ({ ...row, status: describeStatus(row) })) }
}

async function findReader(id: string) {
  const { data, error } = await (await getSupabase())
    .from('newsletter_subscriptions')
    .select(columns)
    .eq('id', id)
    .maybeSingle()
  if (error) throw error
  return data && { ...data, status: describeStatus(data) }
}

type Reader = Awaited<ReturnType<typeof listReaders>>['records'][number]

export const newsletterKind: AdminKind<Reader> = {
  table: 'newsletter_subscriptions',
  exportType: 'newsletter_subscriptions',
  noun: 'subscription',
  statuses: Object.entries(subscriptionWords).map(([value, label]) => ({ value, label })),
  filters: daysOf('Asked'),
  searchHelp: 'Email',
  listRecords: listReaders,
  findRecord: findReader,
  nameOf: (reader) => `subscription of ${reader.email}`,
  title: { label: 'Email', text: (reader) => reader.email },
  renderStatus: ({ status }) => <StatusBadge status={tones[status]} word={subscriptionWords[status]} />,
  columns: [
    { label: 'Asked', sorts: byDay, cell: (reader) => formatDateTime(reader.created_at) },
    { label: 'Confirmed', cell: (reader) => reader.confirmed_at && formatDateTime(reader.confirmed_at) },
  ],
  renderActions: ({ id, email, unsubscribed_at }) =>
    unsubscribed_at ? null : <EndSubscription id={id} email={email} />,
  renderDetails: (reader) => (
    <>
      <Facts
        facts={{
          Email: mailFact(reader.email),
          Asked: formatDateTime(reader.created_at),
          'Confirmation sent': reader.confirm_sent_at && formatDateTime(reader.confirm_sent_at),
          Confirmed: reader.confirmed_at && formatDateTime(reader.confirmed_at),
          Left: reader.unsubscribed_at && formatDateTime(reader.unsubscribed_at),
        }}
      />
      <RecordTasks table="newsletter_subscriptions" id={reader.id} />
    </>
  ),
}
