/** What a history calls letters of credit, quotes and calls: loaded by the records that have one. */
import { callOutcomes } from '#domain/admin/call-outcomes.ts'
import { adminCreditStatusWords } from '#domain/market/letters-of-credit.ts'

type Words = Readonly<Record<string, string>>

/** By the axis, then by what public.record_history answers. */
export const historyWords: Readonly<Record<string, Words>> = {
  call: callOutcomes,
  credit: adminCreditStatusWords,
  quote: {
    sent: 'Sent to the buyer',
    waiting: 'Waiting for a second person',
    not_sent: 'Not sent to the buyer',
    accepted: 'Accepted',
    declined: 'Declined',
  },
}
