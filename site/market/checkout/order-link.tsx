/** The way to an order that was just placed: a guest has no account to find it in, the link is all. */
import { Link } from 'react-router'
import { placedOrderWords } from '#domain/market/checkout-order-words.ts'
import { orderWayWords as words } from '#domain/market/order-way-words.ts'
import { CopyLink } from '#site/market/market-orders/copy-value.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { type OpenOrder, pathOf } from './checkout-memory.ts'

export function OrderCode({ order }: { order: OpenOrder }) {
  return (
    <Link to={pathOf(order)} className="code whitespace-nowrap">
      {order.code}
    </Link>
  )
}

/** A guest has no account to find the order in: the link is all. */
export function OrderLink({ order, isMain = false }: { order: OpenOrder; isMain?: boolean }) {
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      {isMain && <ButtonLink to={pathOf(order)}>{placedOrderWords.see}</ButtonLink>}
      <p>
        {isMain ? (
          order.trackingPath ? (
            words.keepLink
          ) : (
            words.inAccount
          )
        ) : (
          <>
            <Link to={pathOf(order)}>{placedOrderWords.see}</Link>
            {order.trackingPath ? words.seeByLink : words.seeInAccount}
          </>
        )}
      </p>
      {order.trackingPath && <CopyLink address={new URL(pathOf(order), window.location.origin).href} />}
    </div>
  )
}
