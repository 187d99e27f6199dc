/** /account/orders/{id}: one of the member's orders, of the marketplace or in bulk. */
import { useMemo } from 'react'
import { Link, type MetaArgs, useParams } from 'react-router'
import { DocumentList } from '#site/market/documents/document-list.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { openMemberClient } from './member-client.ts'
import { OrderPage } from './order-page.tsx'

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Your order', description: 'Where your order stands.', index: false })
}

export default function AccountOrderRoute() {
  const { id = '' } = useParams()
  const orderClient = useMemo(() => openMemberClient(id), [id])
  return (
    <>
      <div className="grid gap-2">
        <h1 className="text-3xl">Your order</h1>
        <p>
          <Link to={paths.accountOrders}>All orders</Link>
        </p>
      </div>
      <OrderPage
        key={id}
        orderClient={orderClient}
        renderDocuments={(order, hasAccount) => (
          <DocumentList reader={{ orderId: order.id }} order={order} hasAccount={hasAccount} />
        )}
        unknown={
          <EmptyState title="This is none of your orders">
            <ButtonLink to={paths.accountOrders}>See my orders</ButtonLink>
          </EmptyState>
        }
      />
    </>
  )
}
