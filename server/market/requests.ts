// What each address under /market is sent; unknown keys are left out.
import { z } from 'zod'
import { deliveryKinds } from '#domain/market/delivery.ts'
import { disputePhotosMax, disputeWishes } from '#domain/market/market-orders.ts'

/** Judged field by field later, by the checkout's own rules; never those of Object.prototype. */
const contact = z
  .record(z.string().max(60), z.unknown())
  .transform((input) => Object.assign(Object.create(null) as Record<string, unknown>, input))

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const amount = z.int().min(0).max(100_000_000_000)

/** The database decides whether there is such a zone or depot. */
const delivery = z.object({
  kind: z.enum(deliveryKinds),
  zoneId: z.uuid().optional(),
  depotId: z.uuid().optional(),
  date: day.optional(),
  priceKobo: amount.optional(),
})

export const acceptDelivery = z.object({ priceKobo: amount, day })

export const guestOrder = z.object({
  request: z.object({
    items: z
      .array(z.object({ productId: z.uuid(), quantity: z.int().min(1), priceKobo: z.int().min(0) }))
      .max(500),
    contact,
    delivery: delivery.optional(),
    vatKobo: amount.optional(),
  }),
  idempotencyKey: z.uuid().toLowerCase(),
  proof: z.string().optional(),
  homepage: z.string().optional(),
})

export const confirmPrices = z.object({ totalKobo: z.int().min(1) })

const path = z.string().max(200)

export const claim = z.object({
  words: z.string().max(200),
  note: z.string().max(2000).optional(),
  amountKobo: z.int().min(1).optional(),
  proofPath: path.optional(),
})

export const message = z.object({ body: z.string().max(20_000) })

/** Only of a contract that was agreed on. */
export const withdrawal = z.object({ reason: z.string().max(2000).optional() })

export const dispute = z.object({
  reason: z.string().max(20_000),
  photoPaths: z.array(path).max(disputePhotosMax).optional(),
  line: z.int32().min(0).optional(),
  amount: z.string().max(20).optional(),
  wish: z.enum(disputeWishes).optional(),
})

export const rating = z.object({
  productId: z.uuid(),
  stars: z.int().min(1).max(5),
  comment: z.string().max(1000).optional(),
})

export const upload = z.object({ kind: z.enum(['proof', 'dispute']) })
export const photo = z.object({ farmerId: z.uuid().optional() })
export const uploadDone = z.object({ path })
export const photos = z.object({ paths: z.array(path).max(disputePhotosMax) })
