/** The states of a quote as staff read them, on the order and on the page of its person. */

export const quoteWords: Readonly<Record<string, string>> = {
  waiting: 'waits for a second person',
  ended: 'not approved in time',
  open: 'open',
  ran_out: 'ran out without an answer',
  refused: 'not sent to the buyer',
  replaced: 'replaced by a later one',
  accepted: 'accepted',
  declined: 'declined by the buyer',
}

/** Once its day has passed, nobody can approve or accept it any more. */
export function findQuoteState(status: string, expiresAt: string, now = Date.now()): string {
  if (Date.parse(expiresAt) > now) return status
  return status === 'waiting' ? 'ended' : status === 'open' ? 'ran_out' : status
}
