/** In the cart and the checkout: the orders whose delivery is quoted first, and how far a member's are, until they are paid or over. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { formatDateInWords } from '#domain/dates.ts'
import { askingPath } from '#domain/guest-links.ts'
import { placedOrderWords as words } from '#domain/market/checkout-order-words.ts'
import { quotedOrderWords } from '#domain/market/quoted-order-words.ts'
import { describeNextStep, waitsForBuyerOrPrice } from '#site/market/market-orders/describe-order.ts'
import { accountOrderPath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import {
  closeOpenOrder,
  followCheckout,
  type QuotedOrder,
  readCheckout,
  saveCheckout,
} from './checkout-memory.ts'

/** A member finds the others in the account; a guest finds none anywhere else, and there are never many. */
const shownMax = 3

const listShown = (quoted: readonly QuotedOrder[] = []) => quoted.filter(({ isHidden }) => !isHidden)

interface QuotedOrderNoticeProps {
  userId: string | null
  /** Some are paid or over, and are among those that left the cart. */
  onClosed: () => void
}

export function QuotedOrderNotice({ userId, onClosed }: QuotedOrderNoticeProps) {
  const [orders, setOrders] = useState(() => listShown(readCheckout(userId).quoted))
  const [steps, setSteps] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => followCheckout(userId, ({ quoted }) => setOrders(listShown(quoted))), [userId])
  const ids = orders.map(({ id }) => id).join()
  useEffect(() => {
    if (userId && ids) look(userId, ids.split(',')).catch(() => {}) // the notice says what this device knows
  }, [userId, ids])
  if (orders.length === 0) return null
  const shown = userId ? orders.slice(0, shownMax) : orders
  return (
    <>
      {shown.map((order) => (
        <Notice key={order.id}>
          <p>
            {words.sent[0]} <span className="code whitespace-nowrap">{order.code}</span> {words.sent[1]}{' '}
            {formatDateInWords(order.sentAt)}. {userId ? steps.get(order.id) : quotedOrderWords.guest}{' '}
            <Link
              to={userId ? accountOrderPath(order.id) : askingPath(order.code)}
              aria-label={quotedOrderWords.describeSee(order.code)}
              className="whitespace-nowrap"
            >
              {words.see}
            </Link>
          </p>
          {!userId && (
            <Button
              size="sm"
              variant="quiet"
              aria-label={quotedOrderWords.describeHide(order.code)}
              onClick={() => hide(order)}
            >
              {quotedOrderWords.hide}
            </Button>
          )}
        </Notice>
      ))}
      {orders.length > shown.length && (
        <p>
          <Link to={paths.accountOrders}>{quotedOrderWords.more(orders.length - shown.length)}</Link>
        </p>
      )}
    </>
  )

  function hide({ id }: QuotedOrder) {
    const memory = readCheckout(userId)
    const quoted = memory.quoted?.map((one) => (one.id === id ? { ...one, isHidden: true as const } : one))
    saveCheckout(userId, { ...memory, quoted })
    setOrders(listShown(quoted))
  }

  async function look(userId: string, orderIds: readonly string[]) {
    const [{ getSupabase }, { readOwnOrders }] = await Promise.all([
      import('#site/lib/supabase.ts'),
      import('#site/market/market-orders/own-order.ts'),
    ])
    const { data } = await readOwnOrders(await getSupabase(), orderIds)
    const closed = data.filter((now) => !waitsForBuyerOrPrice(now))
    for (const { id, paymentStatus } of closed)
      closeOpenOrder(id, paymentStatus === 'claimed' ? 'claimed' : 'unsaid')
    if (closed[0]) onClosed()
    setSteps(new Map(data.map((now) => [now.id, describeNextStep(now)])))
    setOrders(listShown(readCheckout(userId).quoted))
  }
}
