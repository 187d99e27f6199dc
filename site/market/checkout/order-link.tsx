/** The way to an order that was just placed: a guest has no account to find it in, the link is all. */
import { Link } from 'react-router'
import { CopyButton } from '#site/market/market-orders/copy-value.tsx'
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
      {isMain && <ButtonLink to={pathOf(order)}>See your order</ButtonLink>}
      <p>
        {isMain ? (
          order.trackingPath ? (
            'Its link is your key to it. Keep it, and do not hand it on.'
          ) : (
            'It stands in your account, at any time.'
          )
        ) : (
          <>
            <Link to={pathOf(order)}>See your order</Link>
            {order.trackingPath
              ? ': this link is your key to it. Keep it, and do not hand it on.'
              : ' in your account, at any time.'}
          </>
        )}
      </p>
      {order.trackingPath && (
        <CopyButton name="link" value={new URL(pathOf(order), window.location.origin).href}>
          Copy link
        </CopyButton>
      )}
    </div>
  )
}
