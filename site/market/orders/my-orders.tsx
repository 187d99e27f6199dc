/** The member's own orders as cards, in bulk and of the marketplace, newest first. */

import { useInfiniteQuery } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import type { OrderPayment } from '#domain/market/order.ts'
import type { PaymentDue } from '#domain/market/quotes.ts'
import { claimOnce } from '#site/lib/claim-once.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { describeNextStep, type OrderStanding } from '#site/market/market-orders/describe-order.ts'
import { accountOrderPath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import { EmptyState } from '#site/ui/table.tsx'
import { claimOrders } from './claim-orders.ts'
import { OrderSummary } from './order-summary.tsx'

const { pageSize } = limits

async function listMyOrders(userId: string, pageIndex: number) {
  const client = await getSupabase()
  // What was ordered as a guest joins the account first.
  await claimOnce(claimOrders, userId)
  const { data, error, count } = await client
    .from('orders')
    .select(
      'id,code,kind,status,payment_status,fulfilment_status,created_at,expires_at,crop_type,quantity_text,unit,total_amount_kobo,currency,refund_due_kobo,credit_terms_reason,delivery_address,delivery_date,decline_reason,decline_code,order_instalments(percent,due,amount_kobo,position),payments(kind,amount_kobo),order_disputes(refund_kobo),quotes(status,expires_at)',
      {
        count: 'exact',
      },
    )
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id')
    .order('position', { referencedTable: 'order_instalments' })
    .range(pageIndex * pageSize, pageIndex * pageSize + pageSize - 1)
  if (error) throw error
  return { orders: data, count: count ?? data.length }
}

type MyOrder = Awaited<ReturnType<typeof listMyOrders>>['orders'][number]

function readStanding(order: MyOrder): OrderStanding {
  return {
    status: order.status as OrderStanding['status'],
    paymentStatus: order.payment_status as OrderStanding['paymentStatus'],
    fulfilmentStatus: order.fulfilment_status as OrderStanding['fulfilmentStatus'],
    totalKobo: order.total_amount_kobo,
    currency: order.currency,
    refundDueKobo: order.refund_due_kobo,
    declineReason: order.decline_reason,
    declineCode: order.decline_code as OrderStanding['declineCode'],
    expiresAt: order.expires_at,
    payments: order.payments.map((payment) => ({
      kind: payment.kind as OrderPayment['kind'],
      amountKobo: payment.amount_kobo,
    })),
    disputes: order.order_disputes.map((dispute) => ({ refundKobo: dispute.refund_kobo })),
    quotes: order.quotes.map((quote) => ({ status: quote.status, expiresAt: quote.expires_at })),
    isOnCredit: order.credit_terms_reason !== null,
    instalments: order.order_instalments.map((part) => ({
      percent: part.percent,
      due: part.due as PaymentDue,
      amountKobo: part.amount_kobo,
    })),
  }
}

export function MyOrders({ userId }: { userId: string }) {
  const query = useInfiniteQuery({
    queryKey: ['orders', 'mine', userId],
    queryFn: ({ pageParam }) => listMyOrders(userId, pageParam),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.count ? pages.length : undefined),
  })
  if (query.isPending) {
    return (
      <p role="status" className="text-stone">
        Loading...
      </p>
    )
  }
  if (query.isError) {
    return <RetryNotice onRetry={() => void query.refetch()}>Your orders could not be loaded.</RetryNotice>
  }
  const orders = query.data.pages.flatMap((page) => page.orders)
  if (orders.length === 0) {
    return (
      <EmptyState title="You have not ordered yet">
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to={paths.marketplace}>Go to the marketplace</ButtonLink>
          <ButtonLink to={paths.order} variant="outline">
            Place an order
          </ButtonLink>
        </div>
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-6">
      <ul className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderSummary
              order={{
                code: order.code,
                kind: order.kind,
                status: order.status,
                nextStep: describeNextStep(readStanding(order)),
                totalKobo: order.total_amount_kobo,
                currency: order.currency,
                createdAt: order.created_at,
                product: order.crop_type,
                quantity: order.quantity_text,
                unit: order.unit,
                deliveryAddress: order.delivery_address,
                preferredDate: order.delivery_date,
              }}
            >
              <div>
                <ButtonLink
                  to={accountOrderPath(order.id)}
                  size="sm"
                  variant="outline"
                  aria-label={`Open order ${order.code}`}
                >
                  Open
                </ButtonLink>
              </div>
            </OrderSummary>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div>
          <Button
            variant="outline"
            busy={query.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void query.fetchNextPage()}
          >
            Show older orders
          </Button>
        </div>
      )}
    </div>
  )
}
