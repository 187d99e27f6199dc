/** Who hears of a decision, and who reads the reason of a decline; loaded with the dialogs that request it. */
import type { AdminRecordType } from '#domain/admin/admin.ts'
import type { AdminRecord } from './admin-kind.ts'

/** How a person without an address of mail hears of a decision on their registration (find_record_flags). */
export const otherWays = ['by_text', 'by_phone', 'untold'] as const

/** What becomes of those who have no address of mail: of one alone, and of some of many. */
export const toldOtherwise: Readonly<Record<(typeof otherWays)[number], (one: boolean) => string>> = {
  by_text: (one) => `${one ? 'is' : 'are'} told by text message`,
  by_phone: (one) => `${one ? 'stands' : 'stand'} among the people to phone`,
  untold: (one) => `${one ? 'is' : 'are'} not told of it`,
}

/** Before an order is declined: who reads the reason. A text message names none, and a guest has no account. */
const whoReadsReason = (toldBy: string | null, hasAccount: boolean): string => {
  if (toldBy === 'email') return `It is sent to the buyer${hasAccount ? ' and shown in their account' : ''}.`
  const shown = hasAccount ? 'It is shown in their account. ' : ''
  return toldBy
    ? `${shown}The buyer is told by text message, without the reason.`
    : `${shown}Nobody is told: no email reaches them. Please ring them.`
}

/** `flags`: what the record's row warns of; undefined until it is known. One that waits for a correction has no way among them. */
function whoReadsReasonOf({ user_id }: { user_id?: string | null }, flags?: readonly string[]): string {
  if (user_id) return 'It is shown in their account, and sent by mail unless they get none.'
  const way = otherWays.find((known) => flags?.includes(known))
  if (way)
    return `Its person has no email address that we write to and ${toldOtherwise[way](true)}${way === 'by_text' ? ', without the reason' : ''}.`
  return flags && !flags.includes('correction')
    ? 'It is sent to the person by mail.'
    : 'It is sent by mail, if there is an email address that we write to.'
}

/** Without a record: of many. */
export function helpDecline(
  table: AdminRecordType | undefined,
  record?: Pick<AdminRecord, 'told_by' | 'user_id'>,
  flags?: readonly string[],
): string {
  if (table !== 'orders')
    return record
      ? whoReadsReasonOf(record, flags)
      : 'It is sent to those with an email address that we write to, and shown to those with an account.'
  return record
    ? whoReadsReason(record.told_by ?? null, Boolean(record.user_id))
    : 'It is sent to the buyers who have an email.'
}
