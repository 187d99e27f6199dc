/** In the cart and above the checkout: the order of this device that waits for its transfer, with the way to pay it and to change it. */
import { useEffect, useState } from 'react'
import { placedOrderWords as words } from '#domain/market/checkout-order-words.ts'
import { checkoutWords } from '#domain/market/checkout-questions.ts'
import { orderWayWords } from '#domain/market/order-way-words.ts'
import { formatNaira } from '#domain/money.ts'
import { useCart } from '#site/market/cart/cart.ts'
import { isPayable } from '#site/market/market-orders/describe-order.ts'
import { formatOrderTime } from '#site/market/market-orders/order-time.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { ChangeOrder, openClient } from './change-order.tsx'
import {
  closeOpenOrder,
  findUnanswered,
  followCheckout,
  letOrderBe,
  type OpenOrder,
  pathOf,
  readCheckout,
  saveCheckout,
} from './checkout-memory.ts'
import { OrderCode } from './order-link.tsx'

const { unanswered } = checkoutWords

interface OpenOrderNoticeProps {
  order: OpenOrder
  /** It does not wait any more: taken back, or paid or ended elsewhere. */
  onGone: () => void
}

export function OpenOrderNotice({ order, onGone }: OpenOrderNoticeProps) {
  return (
    <Notice>
      <div className="grid grid-cols-1 justify-items-start gap-3">
        <p>
          {words.order} <OrderCode order={order} />,{' '}
          <strong className="num">{formatNaira(order.totalKobo)}</strong>,{' '}
          {order.expiresAt ? words.waits(formatOrderTime(order.expiresAt)) : words.waitsForAccount}
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink
            to={pathOf(order)}
            size="sm"
            aria-label={order.expiresAt ? orderWayWords.payOrder(order.code) : undefined}
          >
            {order.expiresAt ? orderWayWords.pay : words.see}
          </ButtonLink>
          <ChangeOrder order={order} onChanged={onGone} />
        </div>
      </div>
    </Notice>
  )
}

/** The notice of the order that this device has open for this person, or has sent without an answer; nothing when there is none. */
export function WaitingOrder({ userId }: { userId: string | null }) {
  const [order, setOrder] = useState<OpenOrder | null>(() => readCheckout(userId).placed ?? null)
  useEffect(() => followCheckout(userId, ({ placed }) => setOrder(placed ?? null)), [userId])
  useEffect(() => {
    if (order) void closeUnlessPayable(order)
  }, [order?.id])
  const { items } = useCart()
  if (!order) return findUnanswered(readCheckout(userId), items) && <UnansweredOrder />
  return (
    <OpenOrderNotice
      order={order}
      onGone={() => {
        letOrderBe(userId)
        setOrder(null)
      }}
    />
  )

  /**
   * It may have been paid, withdrawn or ended on another device, or wait for its transfer since there is an account. Without an
   * answer it is shown as this device knows it.
   */
  async function closeUnlessPayable(shown: OpenOrder) {
    const client = await openClient(shown).catch(() => null)
    const now = await client?.read().catch(() => null)
    if (!client || !now) return
    if (!isPayable(now)) {
      closeOpenOrder(shown.id, now.paymentStatus === 'claimed' ? 'claimed' : 'unsaid')
      return setOrder(null)
    }
    if (shown.expiresAt) return
    const details = await client.readPaymentDetails().catch(() => null)
    if (!details?.ok || !details.expiresAt) return
    const memory = readCheckout(userId)
    if (memory.placed?.id !== shown.id) return
    const placed = { ...memory.placed, expiresAt: details.expiresAt }
    saveCheckout(userId, { ...memory, placed })
    setOrder(placed)
  }
}

function UnansweredOrder() {
  return (
    <Notice kind="warn">
      <div className="grid grid-cols-1 justify-items-start gap-3">
        <p>
          <strong>{unanswered.title}</strong> {unanswered.text}
        </p>
        <ButtonLink to={paths.checkout} size="sm">
          {unanswered.link}
        </ButtonLink>
      </div>
    </Notice>
  )
}
