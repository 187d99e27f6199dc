/** The member's own orders, in bulk and of the marketplace: what waits for them, the latest, and all of them. */

import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatDateInWords } from '#domain/dates.ts'
import { readEvent } from '#domain/market/claim-story.ts'
import type { CreditStatus } from '#domain/market/credit-states.ts'
import type { DeliveryKind } from '#domain/market/delivery.ts'
import {
  countDeducted,
  countPaidOfNet,
  type Order,
  type OrderHold,
  type OrderPayment,
  readCredit,
} from '#domain/market/order.ts'
import { findOrderWord, type orderKinds } from '#domain/market/orders.ts'
import {
  type OwnOrdersFilter,
  ownOrdersFilters,
  ownOrdersWords as words,
} from '#domain/market/own-orders-words.ts'
import { findAgreedGoods, type PaymentDue } from '#domain/market/quotes.ts'
import { formatMoney } from '#domain/money.ts'
import { formatAmount, formatQuantity } from '#domain/quantities.ts'
import { addressParams } from '#site/lib/address-params.ts'
import { claimOnce } from '#site/lib/claim-once.ts'
import { QueryState, Waiting } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import {
  describeNextStep,
  describeStepInList,
  type OrderStanding,
} from '#site/market/market-orders/describe-order.ts'
import { findDue } from '#site/market/market-orders/due-now.ts'
import { accountOrderPath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { StatusBadge } from '#site/ui/status.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import { claimOrders } from './claim-orders.ts'
import { OrderQuantity } from './order-quantity.tsx'

const pageSize = 25
const waitingMax = 5
const latestMax = 5

type OrderKind = (typeof orderKinds)[number]

/** A page goes on after the last order of the one before. */
interface After {
  time: string
  id: string
}

interface Filters {
  only: OwnOrdersFilter
  find: string
}

async function listMyOrders(userId: string, { only, find }: Filters, after: After | null, size: number) {
  const client = await getSupabase()
  // What was ordered as a guest joins the account first.
  await claimOnce(claimOrders, userId)
  const { data, error } = await client
    .rpc('list_own_orders', {
      only_state: only,
      words: find,
      page_size: size,
      ...(after && { before_time: after.time, before_id: after.id }),
    })
    .select(
      'id,code,kind,status,payment_status,fulfilment_status,created_at,expires_at,crop_type,quantity_text,unit,total_amount_kobo,currency,awaits_delivery,order_deliveries(kind,price_kobo,day),letters_of_credit(status,draft_at),refund_due_kobo,paid_kobo,has_account,credit_terms_reason,stock_released_at,order_hold,decline_reason,decline_code,order_instalments(percent,due,amount_kobo,position),payments(kind,amount_kobo,created_at),payment_claims(amount_kobo,created_at),order_events(axis,from_value,to_value,created_at),order_disputes(refund_kobo,resolution,resolution_note,created_at),order_credits(kind,amount_kobo),quotes(status,expires_at,total_kobo,currency,counter_offers(id),quote_lines(kind,description,quantity,unit,position)),order_requests(order_request_lines(position))',
    )
    .order('created_at', { ascending: false })
    .order('id')
    .order('position', { referencedTable: 'order_instalments' })
    .order('id', { referencedTable: 'payment_claims' })
    .order('id', { referencedTable: 'order_events' })
  if (error) throw error
  return only === 'waiting' ? data.toSorted((one, other) => waitEnds(one) - waitEnds(other)) : data
}

interface Ending {
  status: string
  expires_at: string | null
}

/** As private.wait_ends of the database, which chooses the page. */
function waitEnds({ status, expires_at, quotes }: Ending & { quotes: readonly Ending[] }): number {
  const open = quotes.filter((quote) => quote.status === 'open').map((quote) => quote.expires_at)
  const ends = [...open, status === 'pending' ? expires_at : null].filter((end) => end !== null)
  return Math.min(...ends.map((end) => Date.parse(end)))
}

type MyOrder = Awaited<ReturnType<typeof listMyOrders>>[number]

function readStanding(order: MyOrder): OrderStanding {
  return {
    kind: order.kind as OrderKind,
    createdAt: order.created_at,
    status: order.status as OrderStanding['status'],
    paymentStatus: order.payment_status as OrderStanding['paymentStatus'],
    fulfilmentStatus: order.fulfilment_status as OrderStanding['fulfilmentStatus'],
    totalKobo: order.total_amount_kobo,
    awaitsDelivery: order.awaits_delivery,
    delivery: order.order_deliveries && {
      kind: order.order_deliveries.kind as DeliveryKind,
      priceKobo: order.order_deliveries.price_kobo,
      day: order.order_deliveries.day,
      isAgreed: !order.awaits_delivery,
    },
    currency: order.currency,
    hasAccount: order.has_account ?? undefined,
    refundDueKobo: order.refund_due_kobo,
    paidKobo: order.paid_kobo ?? 0,
    declineReason: order.decline_reason,
    declineCode: order.decline_code as OrderStanding['declineCode'],
    expiresAt: order.expires_at,
    payments: order.payments.map((payment) => ({
      kind: payment.kind as OrderPayment['kind'],
      amountKobo: payment.amount_kobo,
      at: payment.created_at,
    })),
    claims: order.payment_claims.map(({ amount_kobo, created_at }) => ({
      amountKobo: amount_kobo,
      at: created_at,
    })),
    events: order.order_events.map(readEvent),
    credits: order.order_credits.map(readCredit),
    disputes: order.order_disputes.map((dispute) => ({
      refundKobo: dispute.refund_kobo,
      resolution: dispute.resolution as Order['disputes'][number]['resolution'],
      note: dispute.resolution_note,
    })),
    quotes: order.quotes.map((quote) => ({
      status: quote.status,
      expiresAt: quote.expires_at,
      offers: quote.counter_offers,
    })),
    isOnCredit: order.credit_terms_reason !== null,
    goodsReleased: order.stock_released_at !== null,
    ...(order.order_hold as unknown as OrderHold),
    creditStatus: (order.letters_of_credit?.status ?? 'awaited') as CreditStatus,
    hasCreditDraft: order.letters_of_credit?.draft_at != null,
    instalments: order.order_instalments.map((part) => ({
      percent: part.percent,
      due: part.due as PaymentDue,
      amountKobo: part.amount_kobo,
    })),
  }
}

function useFilters() {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('orders')
  const only = ownOrdersFilters.find((filter) => filter === wanted) ?? 'all'
  return {
    only,
    find: params.get('find') ?? '',
    change(name: 'orders' | 'find', value: string) {
      const next = addressParams()
      if (value && value !== 'all') next.set(name, value)
      else next.delete(name)
      setParams(next, { replace: true, preventScrollReset: true })
    },
  }
}

/** All of them, to search and to filter. */
export function MyOrders({ userId }: { userId: string }) {
  const { only, find, change } = useFilters()
  const isWhole = only === 'all' && find === ''
  const query = useInfiniteQuery({
    queryKey: ['orders', 'mine', userId, only, find],
    // One more than a page has: whether there is another page.
    queryFn: ({ pageParam }) => listMyOrders(userId, { only, find }, pageParam, pageSize + 1),
    initialPageParam: null as After | null,
    getNextPageParam(last) {
      const end = last[pageSize - 1]
      return end && last.length > pageSize ? { time: end.created_at, id: end.id } : undefined
    },
  })
  if (query.isPending) {
    return (
      <>
        {!isWhole && <Toolbar only={only} find={find} onChange={change} />}
        <Waiting isPaused={query.isPaused} />
      </>
    )
  }
  if (query.isError) {
    return <RetryNotice onRetry={() => void query.refetch()}>{words.failed}</RetryNotice>
  }
  const orders = query.data.pages.flatMap((page) => page.slice(0, pageSize))
  if (orders.length === 0 && isWhole) return <NoOrders />
  return (
    <div className="grid grid-cols-1 gap-6">
      <Toolbar only={only} find={find} onChange={change} />
      {orders.length > 0 ? (
        <OrdersTable label={words.title} orders={orders} />
      ) : (
        <p role="status">{words.noneFound}</p>
      )}
      {query.hasNextPage && (
        <div>
          <Button
            variant="outline"
            busy={query.isFetchingNextPage}
            busyLabel={words.loading}
            onClick={() => void query.fetchNextPage()}
          >
            {words.older}
          </Button>
        </div>
      )}
    </div>
  )
}

export const latestOrdersQuery = (userId: string) =>
  queryOptions({
    queryKey: ['orders', 'latest', userId],
    queryFn: () => listMyOrders(userId, { only: 'all', find: '' }, null, latestMax + 1),
  })

/** For the overview. */
export function LatestOrders({ userId }: { userId: string }) {
  const query = useQuery(latestOrdersQuery(userId))
  return (
    <QueryState query={query} errorText={words.failed}>
      {(orders) =>
        orders.length === 0 ? (
          <NoOrders />
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <OrdersTable label={words.title} orders={orders.slice(0, latestMax)} />
            {orders.length > latestMax && (
              <div>
                <ButtonLink to={paths.accountOrders} size="sm" variant="outline">
                  {words.all}
                </ButtonLink>
              </div>
            )}
          </div>
        )
      }
    </QueryState>
  )
}

/** "Place an order" stands in the heading above it. */
function NoOrders() {
  return (
    <EmptyState title={words.none}>
      <ButtonLink to={paths.marketplace}>{words.toMarketplace}</ButtonLink>
    </EmptyState>
  )
}

/** What the member has to do themselves, what ends first on top; it stands before everything else of the account. */
export function WaitingOrders({ userId }: { userId: string }) {
  const { data = [] } = useQuery({
    queryKey: ['orders', 'waiting', userId],
    queryFn: () => listMyOrders(userId, { only: 'waiting', find: '' }, null, waitingMax + 1),
  })
  if (data.length === 0) return null
  return (
    <section className="grid grid-cols-1 gap-3" aria-labelledby="waiting-title">
      <h2 id="waiting-title" className="text-xl">
        {words.waiting}
      </h2>
      <ul className="border-t border-ink">
        {data.slice(0, waitingMax).map((order) => (
          <li key={order.id} className="grid gap-1 border-b border-line bg-sand px-4 py-3">
            <p className="flex max-w-none flex-wrap items-baseline justify-between gap-x-4">
              <Link to={accountOrderPath(order.id)} className="code">
                {order.code}
              </Link>
              <span className="num">{formatDueNow(order)}</span>
            </p>
            <p className="max-w-none">{describeNextStep(readStanding(order))}</p>
          </li>
        ))}
      </ul>
      {data.length > waitingMax && (
        <div>
          <ButtonLink to={`${paths.accountOrders}?orders=waiting`} variant="outline" size="sm">
            {words.allWaiting}
          </ButtonLink>
        </div>
      )}
    </section>
  )
}

interface ToolbarProps extends Filters {
  onChange: (name: 'orders' | 'find', value: string) => void
}

/** Letters that follow each other are one question. */
const calmMs = 300

function Toolbar({ only, find, onChange }: ToolbarProps) {
  const [typed, setTyped] = useState(find)
  useEffect(() => {
    if (typed.trim() === find) return
    const timer = setTimeout(() => onChange('find', typed.trim()), calmMs)
    return () => clearTimeout(timer)
  }, [typed, find])
  return (
    <search className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field id="orders-find" label={words.find.label}>
        <TextInput
          type="search"
          value={typed}
          placeholder={words.find.placeholder}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
      <Field id="orders-only" label={words.only.label}>
        <Select
          value={only}
          options={ownOrdersFilters.map((value) => ({ value, label: words.only.options[value] }))}
          onChange={(event) => onChange('orders', event.currentTarget.value)}
        />
      </Field>
    </search>
  )
}

function OrdersTable({ label, orders }: { label: string; orders: readonly MyOrder[] }) {
  const { columns } = words
  return (
    <Table label={label}>
      <TableHead>
        <HeadCell>{columns.code}</HeadCell>
        <HeadCell>{columns.goods}</HeadCell>
        <HeadCell numeric>{columns.total}</HeadCell>
        <HeadCell numeric>{columns.paid}</HeadCell>
        <HeadCell>{columns.next}</HeadCell>
        <HeadCell>{columns.day}</HeadCell>
      </TableHead>
      <TableBody>
        {orders.map((order) => {
          const standing = readStanding(order)
          const path = accountOrderPath(order.id)
          const takenOffKobo = countDeducted(standing)
          // A request that nobody has quoted has none.
          const hasDocuments = order.total_amount_kobo !== null || order.quotes.length > 0
          return (
            <Row key={order.id}>
              <Cell label={columns.code}>
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Link
                    to={path}
                    className="code whitespace-nowrap"
                    aria-label={words.describeOpen(order.code)}
                  >
                    {order.code}
                  </Link>
                  <StatusBadge
                    status={order.status}
                    word={findOrderWord({ ...standing, kind: order.kind as OrderKind })}
                  />
                </span>
              </Cell>
              <Cell label={columns.goods}>
                <Goods order={order} />
              </Cell>
              <Cell label={columns.total} numeric>
                {formatTotal(order) || words.noSum}
              </Cell>
              <Cell label={columns.paid} numeric>
                {order.total_amount_kobo === null
                  ? words.noSum
                  : formatMoney(countPaidOfNet(standing), order.currency)}
                {takenOffKobo > 0 && (
                  <span className="block text-sm text-stone">
                    {words.describeTakenOff(formatMoney(takenOffKobo, order.currency))}
                  </span>
                )}
              </Cell>
              <Cell label={columns.next}>
                <span>
                  {describeStepInList(standing)}{' '}
                  {hasDocuments && (
                    <Link to={`${path}#documents`} aria-label={words.describeDocuments(order.code)}>
                      {words.documents}
                    </Link>
                  )}
                </span>
              </Cell>
              <Cell label={columns.day} className="num whitespace-nowrap">
                {formatDateInWords(order.created_at)}
              </Cell>
            </Row>
          )
        })}
      </TableBody>
    </Table>
  )
}

/** The first of what was agreed, once it is, and how many more: a row holds any order. What was requested stands in the order's history. */
function Goods({ order }: { order: MyOrder }) {
  const goods = findAgreedGoods(order.quotes)
  const first = goods?.[0]
  const more = first ? goods.length - 1 : (order.order_requests?.order_request_lines.length ?? 0)
  return (
    <span>
      {first ? (
        `${first.description}, ${formatAmount(formatQuantity(first.quantity), first.unit)}`
      ) : (
        <>
          {order.crop_type},{' '}
          <OrderQuantity quantity={order.quantity_text} unit={order.unit} product={order.crop_type} />
        </>
      )}
      {more > 0 && ` ${words.describeMore(more)}`}
    </span>
  )
}

/** What the buyer is to pay now, where that is less than the whole; of a letter of credit their bank pays. */
function formatDueNow(order: MyOrder): string {
  const total = formatTotal(order)
  const due = findDue(readStanding(order))
  return due && due.nowKobo > 0 && !order.awaits_delivery && due.nowKobo !== order.total_amount_kobo
    ? words.dueOf(formatMoney(due.nowKobo, order.currency), total)
    : total
}

/** Before both sides agree, what our open quote would come to; '' before there is one. While delivery has no price, that of the goods. */
function formatTotal({ total_amount_kobo, currency, quotes, awaits_delivery }: MyOrder): string {
  if (total_amount_kobo !== null) {
    const total = formatMoney(total_amount_kobo, currency)
    return awaits_delivery ? `${total} ${words.withoutDelivery}` : total
  }
  const offered = quotes.find(
    ({ status, expires_at }) => status === 'open' && new Date(expires_at) > new Date(),
  )
  return offered ? `${formatMoney(offered.total_kobo, offered.currency)} ${words.offered}` : ''
}
