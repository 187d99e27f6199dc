/** What a registration was made one with: the one that it is a part of, and what was said and done about those that are a part of it. */

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { RegistrationMerge } from '#domain/admin/admin.ts'
import { formatDateTime } from '#domain/dates.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import type { AdminKind } from '#site/admin/records/admin-kind.ts'
import { NoteList } from '#site/admin/records/note-list.tsx'
import { RecordHistory } from '#site/admin/records/record-history.tsx'
import { RecordMails } from '#site/admin/records/record-mails.tsx'
import { recordPath } from '#site/admin/records/record-path.ts'
import { recordNotesQuery } from '#site/admin/records/work-data.ts'
import { Notice } from '#site/ui/panel.tsx'
import type { RegistrationSheetProps } from './sheet-props.ts'

type Table = RegistrationSheetProps['table']

function mergesQuery(table: Table, id: string) {
  return {
    queryKey: [table, 'merges', id],
    queryFn: () => callAdmin<RegistrationMerge[]>('find_merges', { record_type: table, record_id: id }),
  }
}

/** How this registration became a part of another one; undefined where it stands for itself. */
export const useMergedInto = (table: Table, id: string) =>
  useQuery(mergesQuery(table, id)).data?.find(({ younger_id }) => younger_id === id)

export function MergedInto({ table, merge }: { table: Table; merge: RegistrationMerge }) {
  return (
    <Notice kind="look">
      <p>
        This is one with{' '}
        <Link to={recordPath(table, merge.older_id)} className="code">
          {merge.older_reference}
        </Link>{' '}
        since {formatDateTime(merge.created_at)}
        {merge.actor_name && `, by ${merge.actor_name}`}: {merge.reason} What was secret in it is erased.
      </p>
    </Notice>
  )
}

interface MergedRecordsProps {
  table: Table
  id: string
  kind: Pick<AdminKind<never>, 'statuses'>
}

export function MergedRecords({ table, id, kind }: MergedRecordsProps) {
  const parts = useQuery(mergesQuery(table, id)).data?.filter(({ younger_id }) => younger_id !== id) ?? []
  if (parts.length === 0) return null
  return (
    <section className="drawer-part" aria-label="One with this">
      <h3>One with this</h3>
      {parts.map((part) => (
        <details key={part.younger_id} className="is-row">
          <summary>
            <span className="code">{part.younger_reference}</span>, since {formatDateTime(part.created_at)}
            {part.actor_name && `, by ${part.actor_name}`}: {part.reason}
          </summary>
          <div className="grid gap-4 pt-2">
            <p>
              <Link to={recordPath(table, part.younger_id)}>What it said, without what was secret</Link>
            </p>
            <Notes table={table} id={part.younger_id} />
            <RecordMails table={table} id={part.younger_id} />
            <RecordHistory table={table} id={part.younger_id} statuses={kind.statuses} />
          </div>
        </details>
      ))}
    </section>
  )
}

function Notes({ table, id }: { table: Table; id: string }) {
  const { data = [] } = useQuery(recordNotesQuery(table, id))
  return <NoteList notes={data} label="Notes on it" />
}
