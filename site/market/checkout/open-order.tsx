/** In the cart and above the checkout: the order of this device that waits for its transfer, with the way to pay it and to change it. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
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
  /** They are not this order's. */
  isBesideGoods?: boolean
  /** It does not wait any more: taken back, or paid or ended elsewhere. */
  onGone: () => void
}

export function OpenOrderNotice({ order, isBesideGoods = false, onGone }: OpenOrderNoticeProps) {
  return (
    <Notice>
      <div className="grid grid-cols-1 justify-items-start gap-3">
        <p>
          {isBesideGoods ? words.earlier : words.order} <OrderCode order={order} />,{' '}
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

interface WaitingOrderProps {
  userId: string | null
  /** It ended elsewhere, and is among those that left the cart. */
  onClosed: () => void
}

/**
 * The notice of the order that this device has open for this person, or has sent without an answer; nothing when there is none.
 * Of a member's own, wherever they were placed, the one whose time ends first, and how many more there are.
 */
export function WaitingOrder({ userId, onClosed }: WaitingOrderProps) {
  const [order, setOrder] = useState<OpenOrder | null>(() => readCheckout(userId).placed ?? null)
  useEffect(() => followCheckout(userId, ({ placed }) => setOrder(placed ?? null)), [userId])
  useEffect(() => {
    if (order) void closeUnlessPayable(order)
  }, [order?.id])
  const [own, setOwn] = useState<OwnWaiting | null>(null)
  useEffect(() => {
    if (userId) readOwnWaiting(userId).then(setOwn, () => {}) // the notice says what this device knows
  }, [userId, order?.id])
  const { items } = useCart()
  const isUnanswered = findUnanswered(readCheckout(userId), items) !== null
  const shown = own && own.first.id !== order?.id ? own.first : order
  if (!shown) return isUnanswered && <UnansweredOrder />
  return (
    <>
      {isUnanswered && <UnansweredOrder />}
      <OpenOrderNotice
        order={shown}
        isBesideGoods={items.length > 0}
        onGone={() => {
          letOrderBe(userId, shown.id)
          drop(shown)
        }}
      />
      {own && own.more > 0 && (
        <p>
          <Link to={`${paths.accountOrders}?orders=waiting`}>{orderWayWords.moreWait(own.more)}</Link>
        </p>
      )}
    </>
  )

  /** As a member's own it would stand there until they are read again. */
  function drop(gone: OpenOrder) {
    setOwn((known) => (known?.first.id === gone.id ? null : known))
    setOrder(null)
  }

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
      onClosed()
      return drop(shown)
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

interface OwnWaiting {
  first: OpenOrder
  more: number
}

/** A member's orders of the marketplace that wait for their transfer. */
async function readOwnWaiting(userId: string): Promise<OwnWaiting | null> {
  const { getSupabase } = await import('#site/lib/supabase.ts')
  const client = await getSupabase()
  const { data, count } = await client
    .from('orders')
    .select('id,code,total_amount_kobo,expires_at', { count: 'exact' })
    .match({ user_id: userId, kind: 'marketplace', status: 'pending', payment_status: 'unpaid' })
    .is('awaits_delivery', false)
    .gt('expires_at', new Date().toISOString())
    .order('expires_at')
    .limit(1)
    .throwOnError()
  const [row] = data
  if (!row) return null
  const { id, code, total_amount_kobo: totalKobo, expires_at: expiresAt } = row
  const first = { id, code, totalKobo: totalKobo ?? 0, expiresAt, trackingPath: null, content: '', lines: [] }
  return { first, more: (count ?? 1) - 1 }
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
