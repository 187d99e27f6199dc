/** In the cart and above the checkout: the order of this device that waits for its transfer, with the way to pay it and to change it. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { placedOrderWords as words } from '#domain/market/checkout-order-words.ts'
import { checkoutWords } from '#domain/market/checkout-questions.ts'
import type { Order, OrderHold } from '#domain/market/order.ts'
import { orderWayWords } from '#domain/market/order-way-words.ts'
import { payableStatuses } from '#domain/market/orders.ts'
import { formatNaira } from '#domain/money.ts'
import { useCart } from '#site/market/cart/cart.ts'
import { isPayable, priceChanged } from '#site/market/market-orders/describe-order.ts'
import { findDue, findPayUntil } from '#site/market/market-orders/due-now.ts'
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

function OpenOrderNotice({ order, isBesideGoods = false, onGone }: OpenOrderNoticeProps) {
  const { nowKobo, until, pricesChanged } = order.due ?? { nowKobo: order.totalKobo, until: order.expiresAt }
  // What is due was read with an account to pay to (readStanding); of one paid in part no day may be known.
  const hasAccount = Boolean(order.due ?? order.expiresAt)
  return (
    <Notice>
      <div className="grid grid-cols-1 justify-items-start gap-3">
        <p>
          {isBesideGoods ? words.earlier : words.order} <OrderCode order={order} />
          {pricesChanged ? (
            `: ${priceChanged}`
          ) : (
            <>
              , <strong className="num">{formatNaira(nowKobo)}</strong>
              {nowKobo < order.totalKobo && ` ${words.dueNow}`},{' '}
              {hasAccount ? words.waits(until && formatOrderTime(until)) : words.waitsForAccount}
            </>
          )}
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink
            to={pathOf(order)}
            size="sm"
            aria-label={hasAccount ? orderWayWords.payOrder(order.code) : undefined}
          >
            {hasAccount ? orderWayWords.pay : words.see}
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
    if (order) void readAgain(order)
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

  /** It may have been paid, withdrawn or ended on another device. */
  async function readAgain(shown: OpenOrder) {
    const now = await readStanding(shown)
    if (now === null) return
    if (typeof now === 'string') {
      closeOpenOrder(shown.id, now)
      onClosed()
      return drop(shown)
    }
    const memory = readCheckout(userId)
    if (memory.placed?.id !== shown.id) return
    saveCheckout(userId, { ...memory, placed: now })
    setOrder(now)
  }
}

interface EarlierOrderProps {
  order: OpenOrder
  /** It is taken back. */
  onGone: () => void
}

/** The same above the checkout of the next goods; nothing once it is paid or over, which the cart and its own page find out. */
export function EarlierOrder({ order, onGone }: EarlierOrderProps) {
  const [now, setNow] = useState<Awaited<ReturnType<typeof readStanding>>>(null)
  useEffect(() => void readStanding(order).then(setNow), [order.id])
  if (typeof now === 'string') return null
  return <OpenOrderNotice order={now?.id === order.id ? now : order} isBesideGoods onGone={onGone} />
}

/**
 * What is due of it now and until when, also once there is an account; or how it does not wait for a transfer any more. Null without
 * an answer: then it is shown as this device knows it.
 */
async function readStanding(order: OpenOrder): Promise<OpenOrder | 'claimed' | 'unsaid' | null> {
  const client = await openClient(order).catch(() => null)
  const now = await client?.read().catch(() => null)
  if (!client || !now) return null
  if (!waitsForTransfer(now)) return now.paymentStatus === 'claimed' ? 'claimed' : 'unsaid'
  if (!order.expiresAt) {
    const details = await client.readPaymentDetails().catch(() => null)
    if (!details || (!details.ok && details.code === 'account_not_set')) return null
  }
  return takeStanding(order, now)
}

const waitsForTransfer = (now: Order) => isPayable(now) && (findDue(now)?.nowKobo ?? 0) > 0

function takeStanding(order: OpenOrder, now: Order): OpenOrder {
  const until = findPayUntil(now)
  return {
    ...order,
    totalKobo: now.totalKobo ?? order.totalKobo,
    expiresAt: until ?? now.expiresAt,
    due: { nowKobo: findDue(now)?.nowKobo ?? 0, until, pricesChanged: now.pricesChanged },
  }
}

interface OwnWaiting {
  first: OpenOrder
  more: number
}

/** A member's orders of the marketplace that wait for their transfer, or for the rest of it. */
async function readOwnWaiting(userId: string): Promise<OwnWaiting | null> {
  const { getSupabase } = await import('#site/lib/supabase.ts')
  const client = await getSupabase()
  const { data } = await client
    .from('orders')
    .select('id,code,payment_status,expires_at,order_hold')
    .match({ user_id: userId, kind: 'marketplace', status: 'pending' })
    .in('payment_status', [...payableStatuses])
    .is('awaits_delivery', false)
    .is('credit_terms_reason', null)
    // The time of one that was paid in part is its hold's.
    .or(`payment_status.eq.underpaid,expires_at.gt.${new Date().toISOString()}`)
    .throwOnError()
  const ends = data.map(({ id, code, payment_status, expires_at: expiresAt, order_hold }) => {
    const paymentStatus = payment_status as Order['paymentStatus']
    const until = findPayUntil({ ...(order_hold as unknown as OrderHold), paymentStatus, expiresAt })
    return { id, code, endsAt: until ? Date.parse(until) : Number.POSITIVE_INFINITY }
  })
  const sorted = ends.toSorted((one, other) => one.endsAt - other.endsAt)
  for (const [index, { id, code }] of sorted.entries()) {
    const known = { id, code, totalKobo: 0, expiresAt: null, trackingPath: null, content: '', lines: [] }
    const standing = await readStanding(known)
    if (standing && typeof standing !== 'string') return { first: standing, more: sorted.length - index - 1 }
  }
  return null
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
