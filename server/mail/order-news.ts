// What private.notify_buyer passes to the mails about an order.
import { z } from 'zod'
import { deliveryKinds } from '#domain/market/delivery.ts'
import { documentKinds } from '#domain/market/documents.ts'
import { declineCodes } from '#domain/market/orders.ts'
import { accountCurrencies } from '#domain/market/settlement-accounts.ts'
import { contractInMail, linesInMail, vatInMail } from './contract-rows.ts'
import { creditInMail } from './credit-news.ts'
import { letterFiles } from './message-templates.ts'
import { optionalText, text } from './template.ts'

const kobo = z.int().nonnegative()

export const orderNews = z.object({
  code: text,
  order_id: optionalText,
  contact_person: optionalText,
  product: text,
  quantity: z.union([z.string(), z.number()]).transform(String),
  unit: text,
  total_kobo: kobo.nullish(),
  /** How a marketplace order reaches its buyer. */
  delivery: z
    .object({
      kind: z.enum(deliveryKinds),
      name: optionalText,
      address: optionalText,
      hours: optionalText,
      day: optionalText,
      weightGrams: kobo.nullish(),
      priceKobo: kobo.nullish(),
      vatKobo: kobo.nullish(),
      isAgreed: z.boolean(),
    })
    .nullish(),
  lines: linesInMail.nullish(),
  /** How the VAT in the total comes about. */
  vat: vatInMail.nullish(),
  currency: z.enum(accountCurrencies).default('NGN'),
  expires_at: optionalText,
  price_locked_until: optionalText,
  /** While it can still be paid. */
  pay_until: optionalText,
  reason: optionalText,
  decline_code: z.enum(declineCodes).nullish(),
  contract: contractInMail.nullish(),
  refund_due_kobo: kobo.nullish(),
  /** What was offered before for a delivery that has another price or day now. */
  delivery_before: z.object({ priceKobo: kobo, vatKobo: kobo.nullish(), day: z.string() }).nullish(),
  /** For a delivery that comes on another day now. */
  day_before: optionalText,
  /** What came, or went back, by the line of the bank statement that this is about. */
  moved_kobo: kobo.nullish(),
  /** What came in all, where that is more than this transfer. */
  arrived_kobo: kobo.nullish(),
  /** What went back in all, where it was more than one transfer; of a surplus, what went back before it. */
  sent_kobo: kobo.nullish(),
  /** A bank pays it, by a letter of credit that is issued. */
  by_letter: z.boolean().nullish(),
  /** What the buyer says that they sent, and whether goods are kept for them meanwhile. */
  claimed_kobo: kobo.nullish(),
  keeps_goods: z.boolean().nullish(),
  /** What is due now beside it. */
  rest_kobo: kobo.nullish(),
  /** What is left of the price, where something was taken off. */
  net_kobo: kobo.nullish(),
  /** What had been recorded of it before it was corrected. */
  was_kobo: kobo.nullish(),
  /** The document of what such a correction took of a complaint's money, or that takes back the invoice of an order that was declined. */
  credit_note: optionalText,
  /** For an order that was declined: whether it had been approved before. */
  was_approved: z.boolean().nullish(),
  fulfilment_status: optionalText,
  /** Its money was not found in time, so its goods are for sale again, or their day was given to others. */
  goods_released: z.boolean().nullish(),
  /** Until when the goods wait for money (private.goods_kept_until). */
  kept_until: optionalText,
  /** What is due now and what later; none where nothing is open, or the buyer says that it is paid. */
  due: z
    .object({
      now_kobo: kobo,
      later_kobo: kobo,
      later: z.enum(['in_advance', 'on_delivery', 'against_documents', 'on_credit', 'complaint']).nullish(),
      /** False: nobody can pay it yet. Mails of before do not say it. */
      has_account: z.boolean().nullish(),
    })
    .nullish(),
  /** Where to pay what is due; none where nothing is due yet, or no account. */
  payment: z
    .object({
      bank_name: text,
      account_name: text,
      account_number: text,
      bank_address: optionalText,
      swift_bic: optionalText,
      correspondent: optionalText,
      changed_at: text,
      due_kobo: kobo,
      phone: optionalText,
    })
    .nullish(),
  dispute: z
    .object({
      resolution: z.enum(['rejected', 'replaced', 'refunded']),
      note: text,
      refund_kobo: kobo.nullish(),
      /** How much of it comes off what is still to be paid. */
      taken_off_kobo: kobo.nullish(),
      credit_note: optionalText,
      /** What is left of the price, and what came of it. */
      net_kobo: kobo.nullish(),
      received_kobo: kobo.nullish(),
    })
    .nullish(),
  credit: creditInMail.nullish(),
  /** Whether the quote says what the buyer offered last. */
  takes_offer: z.boolean().nullish(),
  document: z.object({ kind: z.enum(documentKinds), number: text }).nullish(),
  /** What a member of staff wrote, with the files that come along. */
  message: optionalText,
  files: letterFiles,
  in_reply_to: optionalText,
  /** Opens the order of someone without an account. */
  token: optionalText,
})
export type OrderNews = z.output<typeof orderNews>
