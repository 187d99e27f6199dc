/** 'Change it': an order that waits for its transfer is taken back, and its goods go back into the cart. */
import { useState } from 'react'
import { readTrackingToken } from '#domain/guest-links.ts'
import { putBack, refreshCart } from '#site/market/cart/cart.ts'
import type { OrderClient } from '#site/market/market-orders/order-client.ts'
import { Button } from '#site/ui/button.tsx'
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
  const [isPrompting, setIsPrompting] = useState(false)
  const [isWorking, setIsWorking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!order.items) return null

  function close() {
    if (isWorking) return
    setIsPrompting(false)
    setProblem(null)
  }

  async function change() {
    setIsWorking(true)
    setProblem(null)
    try {
      await takeBack(order)
      putBack(order.items ?? [])
      // The home page need not speak of it any more.
      void import('#site/lib/sent-here.ts').then(
        ({ forgetSentHere }) => forgetSentHere(order.code),
        () => {},
      )
      // Prices may be others than when it was ordered: the cart says so.
      void refreshCart()
      setIsPrompting(false)
      onChanged()
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setIsWorking(false)
    }
  }

  if (!isPrompting) {
    return (
      <Button variant="outline" size="sm" onClick={() => setIsPrompting(true)}>
        Change it
      </Button>
    )
  }
  return (
    <div className="grid w-full grid-cols-1 justify-items-start gap-3">
      <p ref={takeFocus} tabIndex={-1}>
        <strong>This order ends, and its goods go back into your cart.</strong> They have the prices of today
        there, and what you order then has a new code. If you have sent the money already, keep this order and
        tell us that you have paid.
      </p>
      {problem && <p role="alert">{problem}</p>}
      <div className="flex flex-wrap gap-3">
        <Button size="sm" busy={isWorking} busyLabel="Taking it back..." onClick={() => void change()}>
          Take it back
        </Button>
        <Button variant="outline" size="sm" disabled={isWorking} onClick={close}>
          Keep it
        </Button>
      </div>
    </div>
  )
}

/** The button that was pressed is gone. */
function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
