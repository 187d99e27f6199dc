/** Opens a guest link, and reads what is behind it: by a cookie that no script sees. */

import { queryOptions } from '@tanstack/react-query'
import type { ConsentOnRecord } from '#domain/consents.ts'
import { type LinkChannel, trackPaths } from '#domain/guest-links.ts'
import type { OrderRow } from '#domain/market/order.ts'
import { type CodeChannel, registrationPaths } from '#domain/registrations/intake.ts'
import { fetchJson, type ServerError } from '#site/lib/call-server.ts'
import { openLinkKey } from '#site/lib/draft.ts'
import type { TimelineEvent } from '#site/registrations/records/timeline.tsx'
import type { CorrectionRequest } from '#site/registrations/records/use-correction.ts'

export interface TrackedRegistration {
  recordType: string
  id: string
  form: string
  reference: string
  status: string
  declineReason: string | null
  nextStep: string | null
  correction: CorrectionRequest | null
  hasPhoto: boolean
  /** Where a code can go before contacts or numbers are changed. */
  codeChannels: readonly CodeChannel[]
  /** The person stopped it by taking back a consent that it needs. */
  consentWithdrawnAt: string | null
  erasedAt: string | null
  /** The reference of the registration that it is a part of now: the same person had sent both. */
  mergedInto: string | null
  /** Of a link that ends within days: there is no use in keeping it. */
  linkEndsAt: string | null
  /** Where it can be sent once more. */
  linkChannel: LinkChannel
  consents: readonly ConsentOnRecord[]
  /** As they were sent, without what is secret. */
  answers: Readonly<Record<string, unknown>>
  /** The version of the answers. */
  version: number
  createdAt: string
  /** Corrections and decisions, by their time. */
  events: readonly TimelineEvent[]
}

/** The link is open in this browser from now on, for half an hour; its secret goes no further. */
export async function openLink(token: string): Promise<void> {
  await callTracked(null, 'POST', trackPaths.page, { token })
}

/** Null: the link leads to no order. */
export async function findTrackedOrder(): Promise<OrderRow | null> {
  const order = await fetchJson<OrderRow | null>('GET', trackPaths.findOrder, undefined, { as: 'nobody' })
  if (order) rememberOpen()
  return order
}

const isThere = ({ state }: { state: { error: ServerError | null } }) => !state.error?.isUnknown

/** `opening`: which opening of a link the cookie stands for. */
export const trackedQuery = (opening: number) =>
  queryOptions<TrackedRegistration, ServerError>({
    queryKey: ['tracked', opening],
    queryFn: () => callTracked(null, 'GET', registrationPaths.track),
    retry: (failures, error) => !error.isUnknown && failures < 3,
    gcTime: 0, // the next link may be another one
    // Where there is none, another look would only take away what stands in its place, with the reference that is typed there.
    refetchOnWindowFocus: isThere,
    refetchOnReconnect: isThere,
  })

/** What is done names the record that is shown: another tab may have opened another link meanwhile. */
export async function callTracked<Answer>(
  recordId: string | null,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer> {
  const as = recordId === null ? 'nobody' : { trackedRecord: recordId }
  const answer = await fetchJson<Answer>(method, path, body, { as })
  rememberOpen()
  return answer
}

/** A link is open here: a sign-out closes it. */
function rememberOpen(): void {
  try {
    window.localStorage.setItem(openLinkKey, '1')
  } catch {
    // then it ends by itself
  }
}
