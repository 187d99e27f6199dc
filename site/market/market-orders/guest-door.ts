/** A guest's order by its link: open in this browser by a cookie, or by its secret in a header, never in an address. */
import { formMessages } from '#domain/forms.ts'
import {
  type ClaimAnswer,
  type ClaimRequest,
  type DisputeRequest,
  type MarketRefusal,
  marketPaths,
  type PaymentDetails,
  type TrackedOrder,
  type UploadSlot,
} from '#domain/market/market-orders.ts'
import { trackedRecordHeader, trackingTokenHeader } from '#domain/registrations/intake.ts'
import { networkHint } from '#site/lib/network.ts'
import { claimWords, type OrderDoor, OrderProblem } from './order-door.ts'
import type { OrderView } from './order-view.ts'
import { uploadToSlot } from './upload-file.ts'

const patienceMs = 30_000

/** `token`: of the order that was just made in this tab. `opening`: which opening of a link the cookie stands for. */
export function openGuestDoor(link: { token: string } | { opening: number }): OrderDoor {
  // By the cookie: what is done names the order that this page shows, since another tab may open another link.
  let orderId = ''
  const headers = (): Record<string, string> =>
    'token' in link ? { [trackingTokenHeader]: link.token } : { [trackedRecordHeader]: orderId }
  const post = <Answer>(path: string, body: object = {}) => call<Answer>(headers(), 'POST', path, body)
  return {
    key: ['tracked-order', 'token' in link ? link.token : `opening ${link.opening}`],
    async read() {
      const order = await call<TrackedOrder>('token' in link ? headers() : {}, 'GET', marketPaths.track)
      if (orderId && orderId !== order.id) throw new OrderProblem(otherLinkOpened)
      orderId = order.id
      return asView(order)
    },
    readPaymentDetails: () => post<PaymentDetails>(marketPaths.trackPaymentDetails),
    confirmPrices: (totalKobo) => post<PaymentDetails>(marketPaths.trackConfirmPrices, { totalKobo }),
    claim(proofPath) {
      const claim: ClaimRequest = { words: claimWords, ...(proofPath && { proofPath }) }
      return post<ClaimAnswer>(marketPaths.trackClaim, claim)
    },
    withdraw: () => post(marketPaths.trackWithdraw),
    sendMessage: (body) => post(marketPaths.trackMessage, { body }),
    openDispute(reason, photoPaths) {
      const dispute: DisputeRequest = { reason, photoPaths: [...photoPaths] }
      return post(marketPaths.trackDispute, dispute)
    },
    rate: (productId, stars, comment) => post(marketPaths.trackRate, { productId, stars, comment }),
    async upload(kind, file, onProgress) {
      const slot = await post<UploadSlot>(marketPaths.trackUpload, { kind })
      return uploadToSlot(slot, file, onProgress, (path) => post(marketPaths.trackUploadFinish, { path }))
    },
  }
}

const otherLinkOpened = 'Another link was opened in this browser meanwhile. Please open your link once more.'

/** Guests order on the marketplace alone, and it has its price at once. */
function asView(tracked: TrackedOrder): OrderView {
  return { ...tracked, kind: 'marketplace', asked: null, quotes: [], instalments: [] }
}

async function call<Answer>(
  link: Record<string, string>,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...link,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    })
  } catch {
    throw new OrderProblem(networkHint)
  }
  const answer = await response.json().catch(() => null)
  // A question back (409) is an answer of its kind: the page asks it.
  if (response.ok || (response.status === 409 && isQuestion(answer))) return answer as Answer
  const refusal = answer as Partial<MarketRefusal> | null
  throw new OrderProblem(refusal?.errors?.[0]?.message ?? refusal?.message ?? formMessages.unavailable, {
    isUnknown: [400, 401, 404].includes(response.status) && !refusal?.errors?.length,
    isOver: refusal?.errors?.[0]?.field === 'not_payable',
  })
}

function isQuestion(answer: unknown): boolean {
  const code = (answer as { code?: unknown } | null)?.code
  return code === 'not_payable' || code === 'account_not_set' || code === 'price_changed'
}
