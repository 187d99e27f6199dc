/** 'Change it': an order that waits for its transfer is taken back, and its goods go back into the cart. */
import { useEffect, useRef, useState } from 'react'
import { readTrackingToken } from '#domain/guest-links.ts'
import type { Order } from '#domain/market/order.ts'
import { changeOrderWords as words } from '#domain/market/order-way-words.ts'
import { putBack, refreshCart } from '#site/market/cart/cart.ts'
import { describeWithdrawal } from '#site/market/market-orders/describe-order.ts'
import type { OrderClient } from '#site/market/market-orders/order-client.ts'
import { ConfirmButton } from '#site/ui/confirm-button.tsx'
import '#site/styles/question.css'
import type { OpenOrder } from './checkout-memory.ts'

/** Loaded when it is needed: the cart opens without it. */
export async function openClient({ id, trackingPath }: OpenOrder): Promise<OrderClient> {
  if (!trackingPath) return (await import('#site/market/market-orders/member-client.ts')).openMemberClient(id)
  const { openGuestClient } = await import('#site/market/market-orders/guest-client.ts')
  return openGuestClient({ token: readTrackingToken(trackingPath) })
}

/** An answer may have been lost: an order that is withdrawn already is done with. */
async function takeBack(order: OpenOrder): Promise<void> {
  const client = await openClient(order)
  try {
    await client.withdraw()
  } catch (error) {
    const now = await client.read().catch(() => null)
    if (now?.declineCode !== 'withdrawn_by_buyer') throw error
  }
}

interface ChangeOrderProps {
  order: OpenOrder
  /** It is taken back. */
  onChanged: () => void
}

export function ChangeOrder({ order, onChanged }: ChangeOrderProps) {
  /** What the question says of its money; null: not asked yet, or without an answer. */
  const said = useRef<string | null>(null)
  if (!order.items) return null

  async function change() {
    const money = sayMoney(await (await openClient(order)).read())
    if (money && money !== said.current) {
      said.current = money
      throw new Error(`${words.readFirst} ${money}`)
    }
    await takeBack(order)
    putBack(order.items ?? [])
    // The home page need not speak of it any more.
    void import('#site/lib/sent-here.ts').then(
      ({ forgetSentHere }) => forgetSentHere(order.code),
      () => {},
    )
    // Prices may be others than when it was ordered: the cart says so.
    void refreshCart()
  }

  return (
    <ConfirmButton
      label={words.label}
      variant="outline"
      size="sm"
      title={words.title}
      confirmLabel={words.confirmLabel}
      busyLabel={words.busyLabel}
      run={change}
      onDone={onChanged}
    >
      {() => <Consequence order={order} onSaid={(money) => (said.current = money)} />}
    </ConfirmButton>
  )
}

/** What becomes of money that was found, or that its buyer says they sent; null where none of it moves. */
const sayMoney = (now: Order): string | null =>
  now.status !== 'declined' && (now.paidKobo > 0 || now.paymentStatus === 'claimed')
    ? describeWithdrawal(now)
    : null

function Consequence({ order, onSaid }: { order: OpenOrder; onSaid: (money: string | null) => void }) {
  const [money, setMoney] = useState<string | null>(null)
  useEffect(() => {
    look().catch(() => {}) // it is asked again before the order ends
    async function look() {
      const now = sayMoney(await (await openClient(order)).read())
      setMoney(now)
      onSaid(now)
    }
  }, [order.id])
  if (!money) return <p>{words.text}</p>
  return (
    <>
      <p>{money}</p>
      <p>{words.moneyCame}</p>
    </>
  )
}
