/** The goods of an order: where they are, the next step, and taking back a completion that was one too early. */

import { formatDateTime } from '#domain/dates.ts'
import { nobodyTold } from '#domain/nobody-told.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import type { AdminOrder, OrderDocuments } from './order-data.ts'
import { findReached, wordsOfGoods } from './order-words.ts'

/** Loaded for completed orders, which few read again. */
const ReopenOrder = loadPart(async () => (await import('./reopen-order.tsx')).ReopenOrder)

interface DeliveryPanelProps {
  order: AdminOrder
  events: OrderDocuments['order_events']
  /** It is what the order waits for. */
  isNext: boolean
}

const steps = { none: 'preparing', preparing: 'dispatched', dispatched: 'delivered' } as const

function isMoved(state: string): state is keyof typeof steps {
  return Object.hasOwn(steps, state)
}

export function DeliveryPanel({ order, events, isNext }: DeliveryPanelProps) {
  const { can } = usePermissions()
  const words = wordsOfGoods(order)
  const moving = useAction({
    tables: ['orders'],
    // Of goods that are being prepared nobody is told, and of the others by mail alone. The text is one: of a function the page has no room.
    done: (reached) => ({
      title: 'Order Updated',
      text:
        reached === 'preparing' || order.told_by === 'email'
          ? `${words.title} has been updated.`
          : nobodyTold,
    }),
  })
  const mayMove = ['approved', 'completed'].includes(order.status) && can('orders.decide')
  const to = mayMove && isMoved(order.fulfilment_status) ? steps[order.fulfilment_status] : undefined
  // What private.couple_order_axes refuses is said in place of its button.
  const waitsForMoney = to !== 'delivered' && order.goods_may_leave === false
  const waitsForCorrection = to !== 'delivered' && !waitsForMoney && order.correction_waits
  return (
    <section className="drawer-part" aria-label={words.title}>
      <h3>{words.title}</h3>
      <Stepper order={order} events={events} />
      <Refusal action={moving} />
      <div className="flex flex-wrap gap-3">
        {to && (waitsForMoney || waitsForCorrection) && (
          <p className="caution" data-step="goods" tabIndex={-1}>
            The goods can leave once{' '}
            {waitsForMoney
              ? 'what is due before delivery has come: the money, or the letter of credit.'
              : 'the correction of the payment is confirmed or dropped.'}
          </p>
        )}
        {to && !waitsForMoney && !waitsForCorrection && (
          <Button
            data-step="goods"
            size="sm"
            variant={isNext ? 'primary' : 'outline'}
            busy={moving.isBusy}
            busyLabel="Updating..."
            onClick={() =>
              moving.run((client) =>
                client.rpc('move_order', {
                  order_id: order.id,
                  expected: order.fulfilment_status,
                  fulfilment: to,
                }),
              )
            }
          >
            {words.steps[to]}
          </Button>
        )}
        {order.status === 'completed' && can('orders.reopen') && <ReopenOrder order={order} />}
      </div>
    </section>
  )
}

const stops = ['none', 'preparing', 'dispatched', 'delivered']

/** Where the goods are on their way, and since when. */
function Stepper({ order, events }: Pick<DeliveryPanelProps, 'order' | 'events'>) {
  const { fulfilment_status: now } = order
  const { states } = wordsOfGoods(order)
  const shown = now === 'disputed' ? [...stops, 'disputed'] : stops
  const reached = shown.indexOf(now)
  const timeOf = (stop: string) => findReached(events, stop)
  return (
    <ol className="stepper">
      {shown.map((stop, place) => {
        const at = place > 0 && place <= reached ? timeOf(stop) : undefined
        return (
          <li key={stop} data-done={place <= reached} aria-current={stop === now ? 'step' : undefined}>
            {states[stop]}
            {at && <span className="num block text-xs text-stone">{formatDateTime(at)}</span>}
          </li>
        )
      })}
    </ol>
  )
}
