/** The state of a record, in its row and at the head of its drawer or page. */

import { Link } from 'react-router'
import type { RecordWork } from '#domain/admin/admin.ts'
import { StatusBadge } from '#site/ui/status.tsx'
import type { AdminKind, AdminRecord } from './admin-kind.ts'
import { recordPath } from './record-path.ts'

interface RecordStatusProps<R extends AdminRecord> {
  kind: AdminKind<R>
  record: R
  flags?: readonly string[]
  work: RecordWork | undefined
}

/** What is a part of another record was closed by that, and was not declined. */
export function RecordStatus<R extends AdminRecord>({ kind, record, flags, work }: RecordStatusProps<R>) {
  const whole = record.merged_with as { id: string; reference: string } | null | undefined
  if (whole)
    return (
      <Link to={recordPath(kind.table, whole.id)}>
        <StatusBadge status="completed" word={`Merged into ${whole.reference}`} />
      </Link>
    )
  // Its person took the consent back: as they read it themselves (findStatusWord).
  const word = work?.stopped_at && record.status === 'pending' ? 'Stopped' : null
  return kind.renderStatus?.(record, flags) ?? <StatusBadge status={record.status} word={word} />
}
