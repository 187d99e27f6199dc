/** An order as its buyer reads it, from the rows of the database. */
import { readEvent } from './claim-story.ts'
import type { CreditStatus } from './credit-states.ts'
import type { EarlierOffer } from './delivery.ts'
import type { DisputeWish } from './market-orders.ts'
import {
  type Order,
  type OrderHold,
  type OrderPayment,
  type OrderRow,
  readCredit,
  readDelivery,
  readQuotes,
  readRequest,
} from './order.ts'
import type { FulfilmentStatus, PaymentStatus } from './order-axes.ts'
import type { DeclineCode, OrderStatus } from './orders.ts'
import type { PaymentDue } from './quotes.ts'

/** What a member selects from the tables by PostgREST; public.track_market_order answers a guest under the same names. */
export const orderColumns =
  'id,code,kind,status,payment_status,fulfilment_status,total_amount_kobo,delivery_kobo,vat_kobo,vat_lines,awaits_delivery,currency,created_at,expires_at,decline_reason,decline_code,delivery_address,special_requirements,delivered_at,refund_due_kobo,paid_kobo,credit_terms_reason,stock_released_at,order_hold,crop_type,quantity_text,unit,order_contacts(name,phone,email),order_deliveries(kind,name,address,hours,day,weight_grams,price_kobo,quoted_at,accepted_at,vat_kobo,earlier_price_kobo,earlier_vat_kobo,earlier_day,day_before,day_changed_at),delivery_date,letters_of_credit(status,draft_at),order_requests(company_name,contact_person,phone,email,address,country,payment_terms,incoterms,named_place,grade,packing,tolerance_percent,target_price,purchase_order_number,delivery_location,order_request_lines(position,product,quantity_text,unit)),order_items(product_id,product_name,farmer_name,pack_amount,pack_unit,price_kobo,quantity,total_kobo,has_reserved_stock,vat_class,vat_rate_bp,position),order_events(axis,from_value,to_value,created_at),payment_claims(words,note,amount_kobo,proof_path,created_at),payments(kind,amount_kobo,value_date,created_at),order_messages(is_from_staff,body,created_at),order_disputes(reason,photo_paths,resolution,resolution_note,refund_kobo,created_at,line_name,amount,amount_unit,wish),order_credits(kind,amount_kobo,created_at),product_ratings(product_id,stars),order_ratings(stars),quotes(id,status,currency,payment_terms,incoterms,named_place,window_from,window_to,tolerance_percent,grade,moisture_max_percent,packing,hs_code,origin,buyer_company,buyer_contact,buyer_address,buyer_country,deliver_to,total_kobo,note,expires_at,created_at,accepted_at,declined_at,decline_reason,agreed_rate,vat_class,vat_rate_bp,vat_reason,vat_lines,counter_offers(id,prices_kobo,quantities,currency,total_kobo,payment_terms,incoterms,named_place,window_from,window_to,tolerance_percent,grade,moisture_max_percent,packing,hs_code,origin,buyer_company,buyer_contact,buyer_address,buyer_country,deliver_to,note,created_at),quote_lines(*)),order_instalments(percent,due,amount_kobo,position)'

export function readOrder(row: OrderRow): Order {
  const request = row.order_requests
  const requested = row.kind === 'bulk' && request ? readRequest(row, request) : null
  const contact = row.order_contacts ?? (request && { ...request, name: request.contact_person })
  return {
    id: row.id,
    code: row.code,
    kind: row.kind as Order['kind'],
    status: row.status as OrderStatus,
    paymentStatus: row.payment_status as PaymentStatus,
    fulfilmentStatus: row.fulfilment_status as FulfilmentStatus,
    totalKobo: row.total_amount_kobo,
    deliveryKobo: row.delivery_kobo,
    vatKobo: row.vat_kobo,
    vat: (row.vat_lines ?? null) as Order['vat'],
    awaitsDelivery: row.awaits_delivery,
    delivery: row.order_deliveries && {
      ...readDelivery(row.order_deliveries),
      earlier: readEarlier(row.order_deliveries),
    },
    currency: row.currency,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    declineReason: row.decline_reason,
    declineCode: row.decline_code as DeclineCode | null,
    deliveryAddress: row.delivery_address,
    remarks: row.special_requirements,
    deliveredAt: row.delivered_at,
    refundDueKobo: row.refund_due_kobo,
    paidKobo: row.paid_kobo ?? 0,
    isOnCredit: row.has_credit_terms,
    goodsReleased: row.goods_released,
    ...(row.order_hold as OrderHold),
    contact: contact && { name: contact.name, phone: contact.phone, email: contact.email },
    creditStatus: (row.letters_of_credit?.status ?? 'awaited') as CreditStatus,
    hasCreditDraft: row.letters_of_credit?.draft_at != null,
    requested,
    items: row.order_items.map((item) => ({
      productId: item.product_id,
      name: item.product_name,
      farmer: item.farmer_name,
      packAmount: item.pack_amount,
      packUnit: item.pack_unit,
      priceKobo: item.price_kobo,
      quantity: item.quantity,
      totalKobo: item.total_kobo,
      hasReservedStock: item.has_reserved_stock,
      vat: { vatClass: item.vat_class, rateBp: item.vat_rate_bp },
    })),
    events: row.order_events.map(readEvent),
    claims: row.payment_claims.map(({ words, note, amount_kobo, has_proof, created_at }) => ({
      words,
      note,
      amountKobo: amount_kobo,
      hasProof: has_proof,
      at: created_at,
    })),
    payments: row.payments.map((payment) => ({
      kind: payment.kind as OrderPayment['kind'],
      amountKobo: payment.amount_kobo,
      valueDate: payment.value_date,
      at: payment.created_at,
    })),
    messages: row.order_messages.map((message) => ({
      isFromStaff: message.is_from_staff,
      body: message.body,
      at: message.created_at,
    })),
    disputes: row.order_disputes.map((dispute) => ({
      reason: dispute.reason,
      photoPaths: dispute.photo_paths,
      resolution: dispute.resolution as Order['disputes'][number]['resolution'],
      note: dispute.resolution_note,
      refundKobo: dispute.refund_kobo,
      at: dispute.created_at,
      lineName: dispute.line_name,
      amount: dispute.amount,
      amountUnit: dispute.amount_unit,
      wish: dispute.wish as DisputeWish | null,
    })),
    credits: row.order_credits.map((credit) => ({ ...readCredit(credit), at: credit.created_at })),
    ratings: [
      ...row.product_ratings.map((rating) => ({ productId: rating.product_id, stars: rating.stars })),
      ...(row.order_ratings ? [{ productId: null, stars: row.order_ratings.stars }] : []),
    ],
    quotes: readQuotes(row.quotes, requested?.terms),
    instalments: row.order_instalments.map((part) => ({
      percent: part.percent,
      due: part.due as PaymentDue,
      amountKobo: part.amount_kobo,
    })),
  }
}

/** The offer of a delivery that was replaced by another one. */
function readEarlier(row: NonNullable<OrderRow['order_deliveries']>): EarlierOffer | null {
  const { earlier_price_kobo: priceKobo, earlier_vat_kobo: vatKobo, earlier_day: day } = row
  return day ? { priceKobo, vatKobo, day } : null
}
