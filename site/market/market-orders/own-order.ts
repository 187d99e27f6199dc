/** One order of a member with all that belongs to it, in one question; whose it is, the policies decide. */
import type { PostgrestError } from '@supabase/supabase-js'
import type { TrackedOrder } from '#domain/market/market-orders.ts'
import type { FulfilmentStatus, PaymentStatus } from '#domain/market/order-axes.ts'
import type { DeclineCode, OrderStatus } from '#domain/market/orders.ts'
import type { HouseClient } from '#site/lib/supabase.ts'
import type { OrderInstalment, OrderView } from './order-view.ts'

const columns =
  'id,code,kind,status,payment_status,fulfilment_status,total_amount_kobo,currency,created_at,expires_at,decline_reason,decline_code,delivery_address,special_requirements,delivered_at,refund_due_kobo,credit_terms_reason,crop_type,quantity_text,unit,order_contacts(name,phone,email),order_requests(contact_person,phone,email),order_items(product_id,product_name,farmer_name,pack_amount,pack_unit,price_kobo,quantity,total_kobo,has_reserved_stock,position),order_events(axis,from_value,to_value,created_at),payment_claims(words,note,proof_path,created_at),payments(kind,amount_kobo,value_date,created_at),order_messages(is_from_staff,body,created_at),order_disputes(reason,resolution,resolution_note,refund_kobo,created_at),product_ratings(product_id,stars),quotes(id,status,currency,payment_terms,total_kobo,note,expires_at,created_at,accepted_at,quote_lines(description,quantity,unit,price_kobo,total_kobo,position)),order_instalments(percent,due,amount_kobo,position)'

/** Null when there is none of that id, or it is somebody else's: both look alike. */
export async function readOwnOrder(
  client: HouseClient,
  orderId: string,
): Promise<{ data: OrderView | null; error: PostgrestError | null }> {
  const { data: userData } = await client.auth.getSession()
  const { data: row, error } = await client
    .from('orders')
    .select(columns)
    .eq('id', orderId)
    // Staff may read everybody's: this page is for one's own.
    .eq('user_id', userData.session?.user.id ?? '')
    .order('id', { referencedTable: 'order_events' })
    .order('id', { referencedTable: 'payment_claims' })
    .order('id', { referencedTable: 'order_messages' })
    .order('position', { referencedTable: 'order_items' })
    .order('position', { referencedTable: 'order_instalments' })
    .order('created_at', { referencedTable: 'payments' })
    .order('created_at', { referencedTable: 'order_disputes' })
    .order('created_at', { referencedTable: 'quotes', ascending: false })
    .maybeSingle()
  if (error || !row) return { data: null, error }
  const asked = row.order_requests
  const contact = row.order_contacts ?? (asked && { ...asked, name: asked.contact_person })
  return {
    error: null,
    data: {
      id: row.id,
      code: row.code,
      kind: row.kind as OrderView['kind'],
      status: row.status as OrderStatus,
      paymentStatus: row.payment_status as PaymentStatus,
      fulfilmentStatus: row.fulfilment_status as FulfilmentStatus,
      totalKobo: row.total_amount_kobo,
      currency: row.currency,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      declineReason: row.decline_reason,
      declineCode: row.decline_code as DeclineCode | null,
      deliveryAddress: row.delivery_address,
      remarks: row.special_requirements,
      deliveredAt: row.delivered_at,
      refundDueKobo: row.refund_due_kobo,
      isOnCredit: row.credit_terms_reason !== null,
      contact: contact && { name: contact.name, phone: contact.phone, email: contact.email },
      asked:
        row.kind === 'bulk' ? { product: row.crop_type, quantity: row.quantity_text, unit: row.unit } : null,
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
      })),
      events: row.order_events.map((event) => ({
        axis: event.axis as TrackedOrder['events'][number]['axis'],
        from: event.from_value,
        to: event.to_value,
        at: event.created_at,
      })),
      claims: row.payment_claims.map((claim) => ({
        words: claim.words,
        note: claim.note,
        hasProof: claim.proof_path !== null,
        at: claim.created_at,
      })),
      payments: row.payments.map((payment) => ({
        kind: payment.kind as TrackedOrder['payments'][number]['kind'],
        amountKobo: payment.amount_kobo,
        valueDate: payment.value_date,
      })),
      messages: row.order_messages.map((message) => ({
        isFromStaff: message.is_from_staff,
        body: message.body,
        at: message.created_at,
      })),
      disputes: row.order_disputes.map((dispute) => ({
        reason: dispute.reason,
        resolution: dispute.resolution as TrackedOrder['disputes'][number]['resolution'],
        note: dispute.resolution_note,
        refundKobo: dispute.refund_kobo,
        at: dispute.created_at,
      })),
      ratings: row.product_ratings.map((rating) => ({ productId: rating.product_id, stars: rating.stars })),
      quotes: row.quotes.map((quote) => ({
        id: quote.id,
        status: quote.status,
        currency: quote.currency,
        paymentTerms: quote.payment_terms,
        totalKobo: quote.total_kobo,
        note: quote.note,
        expiresAt: quote.expires_at,
        createdAt: quote.created_at,
        acceptedAt: quote.accepted_at,
        lines: [...quote.quote_lines]
          .sort((one, other) => one.position - other.position)
          .map((line) => ({
            position: line.position,
            description: line.description,
            quantity: line.quantity,
            unit: line.unit,
            priceKobo: line.price_kobo,
            totalKobo: line.total_kobo ?? 0,
          })),
      })),
      instalments: row.order_instalments.map((part) => ({
        percent: part.percent,
        due: part.due as OrderInstalment['due'],
        amountKobo: part.amount_kobo,
      })),
    },
  }
}
