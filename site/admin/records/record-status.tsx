/** The state of a record, in its row and at the head of its drawer or page. */
import type { RecordWork } from '#domain/admin/admin.ts'
import { StatusBadge } from '#site/ui/status.tsx'
import type { AdminKind, AdminRecord } from './admin-kind.ts'

interface RecordStatusProps<R extends AdminRecord> {
  kind: AdminKind<R>
  record: R
  flags?: readonly string[]
  work: RecordWork | undefined
}

/** What is a part of another record was closed by that, and was not declined. */
export function RecordStatus<R extends AdminRecord>({ kind, record, flags, work }: RecordStatusProps<R>) {
  if (work?.merged_into) return <StatusBadge status="completed" word={`Merged into ${work.merged_into}`} />
  // Its person took the consent back: as they read it themselves (findStatusWord).
  const word = work?.stopped_at && record.status === 'pending' ? 'Stopped' : null
  return kind.renderStatus?.(record, flags) ?? <StatusBadge status={record.status} word={word} />
}
