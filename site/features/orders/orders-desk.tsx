/** The orders of everybody, newest first, for whoever may decide on them. */
import { formatDateInWords, formatDateTime } from '#domain/dates.ts'
import { limits } from '#domain/limits.ts'
import { findTermsNote, orderMachine, orderStatuses } from '#domain/orders.ts'
import { formatQuantity } from '#domain/quantities.ts'
import { canChangeStatus } from '#domain/status-machines.ts'
import { buildContainsFilter } from '#site/lib/desk/contains-filter.ts'
import { rangeOf, readPage } from '#site/lib/desk/list-records.ts'
import { type DeskKind, RecordDesk } from '#site/lib/desk/record-desk.tsx'
import type { ListState } from '#site/lib/desk/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { Notice } from '#site/ui/panel.tsx'
import { Slip, SlipFacts } from '#site/ui/slip.tsx'
import { StatusBadge } from '#site/ui/status.tsx'

const columns = '*,profiles(email,full_name),order_requests(*)' as const

async function listOrders(state: ListState) {
  const client = await getSupabase()
  let query = client.from('orders').select(columns, { count: 'exact' })
  if (state.status) query = query.eq('status', state.status)
  const search = buildContainsFilter(['code', 'crop_type', 'delivery_address'], state.search)
  if (search) query = query.or(search)
  const answer = await query
    .order('created_at', { ascending: false })
    .order('id')
    .range(...rangeOf(state))
  return readPage(answer)
}

type DeskOrder = Awaited<ReturnType<typeof listOrders>>['records'][number]

const ordersDesk: DeskKind<DeskOrder> = {
  table: 'orders',
  noun: 'order',
  statuses: orderStatuses,
  nextStatuses: (status) => orderStatuses.filter((next) => canChangeStatus(orderMachine, status, next)),
  searchHelp: 'Code, product or place',
  title: { label: 'Code', text: (order) => order.code, className: 'code whitespace-nowrap' },
  nameOf: (order) => `order ${order.code}`,
  listRecords: listOrders,
  renderDetails: (order) => <OrderDetails order={order} />,
  declineReasons: [
    'We cannot supply this quantity at the moment.',
    'This product is out of season. Please ask again after the next harvest.',
    'We could not reach you on the number or e-mail given.',
    'We cannot deliver to this place on these terms.',
  ],
  // The database completes a quoted order without its payment only with this reason (decision 84).
  askAtCompletion: (order) =>
    order.total_amount !== null && order.payment_status !== 'confirmed' && !order.credit_terms_reason
      ? {
          help: 'The payment of this order is not confirmed. Say on which credit terms it is completed all the same.',
          least: limits.creditTermsReasonMin,
          templates: [],
        }
      : null,
  columns: [
    { label: 'Buyer', cell: (order) => <Buyer order={order} /> },
    { label: 'Product', cell: (order) => order.crop_type },
    { label: 'Quantity', numeric: true, cell: (order) => `${formatQuantity(order.quantity)} ${order.unit}` },
    { label: 'Deliver to', cell: (order) => <span className="line-clamp-2">{order.delivery_address}</span> },
    {
      label: 'Placed',
      cell: (order) => <time dateTime={order.created_at}>{formatDateTime(order.created_at)}</time>,
    },
  ],
}

export function OrdersDesk() {
  return <RecordDesk kind={ordersDesk} />
}

function Buyer({ order }: { order: DeskOrder }) {
  return (
    <div>
      <p className="font-semibold wrap-break-word md:max-w-40">
        {order.order_requests?.company_name ?? order.profiles?.full_name ?? 'No name'}
      </p>
      <p className="text-stone wrap-anywhere md:max-w-40 md:truncate">
        {order.profiles?.email ?? order.order_requests?.email}
      </p>
    </div>
  )
}

function OrderDetails({ order }: { order: DeskOrder }) {
  const request = order.order_requests
  const termsNote = request && findTermsNote(request.payment_terms, request.incoterms)
  const facts = [
    { term: 'Buyer', detail: order.profiles?.full_name },
    { term: 'Account e-mail', detail: order.profiles?.email },
    { term: 'Company', detail: request?.company_name },
    { term: 'Contact person', detail: request?.contact_person },
    { term: 'Email', detail: request?.email },
    { term: 'Phone', detail: request && <a href={`tel:${request.phone}`}>{request.phone}</a> },
    { term: 'Address', detail: request && [request.address, request.country].join('\n') },
    { term: 'Product', detail: order.crop_type },
    { term: 'Quantity', detail: `${formatQuantity(order.quantity)} ${order.unit}` },
    { term: 'Deliver to', detail: order.delivery_address },
    { term: 'Payment terms', detail: request?.payment_terms },
    { term: 'Incoterms', detail: request?.incoterms },
    { term: 'Requirements', detail: order.special_requirements },
    {
      term: 'Total',
      detail: order.total_amount === null ? 'Not quoted yet' : `${order.currency} ${order.total_amount}`,
    },
    { term: 'Preferred date', detail: order.delivery_date && formatDateInWords(order.delivery_date) },
    { term: 'Placed', detail: formatDateTime(order.created_at) },
    { term: 'Last change', detail: formatDateTime(order.updated_at) },
    { term: 'Reason', detail: order.decline_reason },
    { term: 'Credit terms', detail: order.credit_terms_reason },
  ]
  return (
    <>
      {termsNote && <Notice kind="warn">{termsNote}</Notice>}
      <Slip label="Order" code={order.code} status={<StatusBadge status={order.status} />}>
        <SlipFacts
          facts={facts
            .filter(({ detail }) => detail)
            .map(({ term, detail }) => ({
              term,
              detail: <span className="whitespace-pre-line">{detail}</span>,
            }))}
        />
      </Slip>
    </>
  )
}
