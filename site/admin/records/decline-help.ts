/** Who reads the reason of a decline; loaded with the dialog that requests it. */
import type { AdminRecordType } from '#domain/admin/admin.ts'
import { whoReadsReason } from '#domain/market/told-words.ts'
import type { AdminRecord } from './admin-kind.ts'

/** Without a record: of many. */
export function helpDecline(
  table: AdminRecordType | undefined,
  record?: Pick<AdminRecord, 'told_by' | 'user_id'>,
): string {
  if (table !== 'orders') return 'It is sent to the person and shown in their account.'
  return record
    ? whoReadsReason(record.told_by ?? null, Boolean(record.user_id))
    : 'It is sent to the buyers who have an email.'
}
