/** A guest's order by its secret link: the secret goes in a header, never in an address that a log could keep. */
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
} from '#domain/market-orders.ts'
import { trackingTokenHeader } from '#domain/registration-intake.ts'
import { claimWords, type OrderDoor, OrderProblem } from '#site/lib/market-orders/order-door.ts'
import type { OrderView } from '#site/lib/market-orders/order-view.ts'
import { uploadToSlot } from '#site/lib/market-orders/upload-file.ts'
import { networkHint } from '#site/lib/network.ts'

const patienceMs = 30_000

export function openGuestDoor(token: string): OrderDoor {
  const post = <Answer>(path: string, body: object = {}) => call<Answer>(token, 'POST', path, body)
  return {
    key: ['tracked-order', token],
    async read() {
      return asView(await call<TrackedOrder>(token, 'GET', marketPaths.track))
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

/** '/track/{token}' as the server answers it. */
export function readTokenOf(trackingPath: string): string {
  return trackingPath.slice(trackingPath.lastIndexOf('/') + 1)
}

/** Guests order on the marketplace alone, and it has its price at once. */
function asView(tracked: TrackedOrder): OrderView {
  return { ...tracked, kind: 'marketplace', asked: null, quotes: [], instalments: [] }
}

async function call<Answer>(
  token: string,
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
        [trackingTokenHeader]: token,
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
