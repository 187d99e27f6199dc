// Our calls to the functions of orders in the database, for a buyer whom the server vouches for.
import type {
  AcceptDeliveryAnswer,
  ClaimAnswer,
  OrderSummary,
  PaymentDetails,
  PlaceOrderAnswer,
} from '#domain/market/market-orders.ts'
import type { OrderRow } from '#domain/market/order.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { RefusedError } from '#server/http/answers.ts'
import type { Proof } from '#server/http/proof.ts'

/** By what an order is someone's: their account, or the secret of a guest's link. */
export type BuyerContext = { userId: string } | { trackingTokenHash: string }

/** An order and whose it is said to be; the database checks that once more. */
export interface OwnOrder {
  orderId: string
  context: BuyerContext
}

export interface Placing {
  idempotencyKey: string
  trackingTokenHash: string | null
  deviceHash: string | null
}

export type Orders = ReturnType<typeof createOrders>

export function createOrders(database: Database) {
  async function query<Answer>(text: string, values: unknown[], name?: string): Promise<Answer> {
    const { rows } = await queryAsServiceRole<{ answer: Answer }>(database, text, values, name)
    return rows[0]?.answer as Answer
  }
  const json = JSON.stringify

  return {
    /**
     * Null where another attempt has used the proof. One transaction for both: half the waiting for the disk, and an
     * order that raises leaves its proof unused.
     */
    place: (request: object, context: Placing, proof: Proof) =>
      query<PlaceOrderAnswer | null>(
        'select case when private.use_proof($3, $4, $5) then public.place_market_order($1, $2) end as answer',
        [json(request), json(context), proof.id, context.idempotencyKey, proof.expiresAt],
        'place_market_order',
      ),

    /** Refuses with not_found for a link that leads to no order of a guest. */
    async findTracked(tokenHash: string | null): Promise<OwnOrder> {
      const orderId =
        tokenHash &&
        (await query<string | null>('select private.tracked_order_id($1) as answer', [tokenHash]))
      if (!tokenHash || !orderId) throw new RefusedError('not_found')
      return { orderId, context: { trackingTokenHash: tokenHash } }
    },

    /** Null for a link that leads to no order of a guest. */
    findTrackedOrder: async (tokenHash: string | null) =>
      tokenHash === null
        ? null
        : query<OrderRow | null>('select public.track_market_order($1) as answer', [tokenHash]),

    readPaymentDetails: ({ orderId, context }: OwnOrder) =>
      query<PaymentDetails>('select public.payment_details($1, $2) as answer', [orderId, json(context)]),

    confirmPrices: ({ orderId, context }: OwnOrder, totalKobo: number) =>
      query<PaymentDetails>('select public.confirm_order_prices($1, $2, $3) as answer', [
        orderId,
        totalKobo,
        json(context),
      ]),

    claim: ({ orderId, context }: OwnOrder, claim: object) =>
      query<ClaimAnswer>('select public.claim_payment($1, $2, $3) as answer', [
        orderId,
        json(claim),
        json(context),
      ]),

    acceptDelivery: ({ orderId, context }: OwnOrder, priceKobo: number, day: string) =>
      query<AcceptDeliveryAnswer>('select public.accept_delivery($1, $2, $3, $4) as answer', [
        orderId,
        priceKobo,
        day,
        json(context),
      ]),

    withdraw: ({ orderId, context }: OwnOrder, reason?: string) =>
      query<OrderSummary>('select public.withdraw_market_order($1, $2) as answer', [
        orderId,
        json(reason === undefined ? context : { ...context, reason }),
      ]),

    send: ({ orderId, context }: OwnOrder, body: string) =>
      query('select public.send_order_message($1, $2, $3) as answer', [orderId, body, json(context)]),

    dispute: ({ orderId, context }: OwnOrder, dispute: object) =>
      query('select public.open_order_dispute($1, $2, $3) as answer', [
        orderId,
        json(dispute),
        json(context),
      ]),

    rate: ({ orderId, context }: OwnOrder, productId: string, stars: number, comment: string | null) =>
      query('select public.rate_product($1, $2, $3, $4, $5) as answer', [
        orderId,
        productId,
        stars,
        comment,
        json(context),
      ]),
  }
}
