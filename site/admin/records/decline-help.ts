/** Who reads the reason of a decline; loaded with the dialog that requests it. */
import type { AdminRecordType } from '#domain/admin/admin.ts'
import type { AdminRecord } from './admin-kind.ts'

/** Before an order is declined: who reads the reason. A text message names none, and a guest has no account. */
const whoReadsReason = (toldBy: string | null, hasAccount: boolean): string => {
  if (toldBy === 'email') return `It is sent to the buyer${hasAccount ? ' and shown in their account' : ''}.`
  const shown = hasAccount ? 'It is shown in their account. ' : ''
  return toldBy
    ? `${shown}The buyer is told by text message, without the reason.`
    : `${shown}Nobody is told: no email reaches them. Please ring them.`
}

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
