/** The order behind a guest link. Loaded once it is known that one is there: who looks up a status, or follows a registration, needs none of it. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { trackingPath } from '#domain/guest-links.ts'
import type { OrderRow } from '#domain/market/order.ts'
import { readOrder } from '#domain/market/read-order.ts'
import { DocumentList } from '#site/market/documents/document-list.tsx'
import { isPayable } from './describe-order.ts'
import { openGuestClient } from './guest-client.ts'
import { OrderPage } from './order-page.tsx'
import { orderQuery } from './order-query.ts'
import { SaveLink } from './save-link.tsx'

interface TrackedOrderProps {
  /** As it was first read. */
  row: OrderRow
  /** Which opening of a link the cookie stands for. */
  opening: number
  /** The secret that this page was opened with, as long as it is not loaded again. */
  token: string | null
  head: ReactNode
}

export function TrackedOrder({ row, opening, token, head }: TrackedOrderProps) {
  const orderClient = useMemo(() => openGuestClient({ opening, orderId: row.id }), [opening, row.id])
  const { data: order } = useQuery({ ...orderQuery(orderClient), initialData: () => readOrder(row) })
  return (
    <div className="wrap grid grid-cols-1 gap-8 py-8 lg:py-12">
      {head}
      {token && !row.link_ends_at && isPayable(order) && !order.contact?.email && (
        <SaveLink code={order.code} path={trackingPath(token)} />
      )}
      <OrderPage
        orderClient={orderClient}
        renderDocuments={(shown, hasAccount) => (
          <DocumentList reader={{ trackedOrderId: shown.id }} order={shown} hasAccount={hasAccount} />
        )}
        unknown={null}
      />
    </div>
  )
}
