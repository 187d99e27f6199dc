/** The goods of an order: where they are, the next step, and taking back a completion that was one too early. */
import { formatDateTime } from '#domain/dates.ts'
import { describeStatus } from '#domain/status-machines.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import type { AdminOrder, OrderDocuments } from './order-data.ts'
import { fulfilmentWords, paymentWords } from './order-words.tsx'

/** Of completed orders, which few read again. */
const ReopenOrder = loadPart(async () => (await import('./reopen-order.tsx')).ReopenOrder)

interface DeliveryPanelProps {
  order: AdminOrder
  events: OrderDocuments['order_events']
  /** It is what the order waits for. */
  isNext: boolean
}

const steps: Readonly<Record<string, { to: string; label: string }>> = {
  none: { to: 'preparing', label: 'Start preparing' },
  preparing: { to: 'dispatched', label: 'Mark as dispatched' },
  dispatched: { to: 'delivered', label: 'Mark as delivered' },
}

const axisWords: Readonly<Record<string, (value: string) => string>> = {
  status: describeStatus,
  payment: (value) => paymentWords[value] ?? value,
  fulfilment: (value) => fulfilmentWords[value] ?? value,
}

export function DeliveryPanel({ order, events, isNext }: DeliveryPanelProps) {
  const { can } = usePermissions()
  const moving = useAction({
    tables: ['orders'],
    done: { title: 'Order Updated', text: 'Delivery has been updated.' },
  })
  const isLive = ['approved', 'completed'].includes(order.status)
  const step = isLive ? steps[order.fulfilment_status] : undefined
  return (
    <section className="drawer-part" aria-label="Delivery">
      <h3>Delivery</h3>
      <Stepper order={order} events={events} />
      <Refusal action={moving} />
      <div className="flex flex-wrap gap-3">
        {step && can('orders.decide') && (
          <Button
            size="sm"
            variant={isNext ? 'primary' : 'outline'}
            busy={moving.isBusy}
            busyLabel="Updating..."
            onClick={() =>
              moving.run((client) =>
                client.rpc('move_order', {
                  order_id: order.id,
                  expected: order.fulfilment_status,
                  fulfilment: step.to,
                }),
              )
            }
          >
            {step.label}
          </Button>
        )}
        {order.status === 'completed' && can('orders.reopen') && <ReopenOrder order={order} />}
      </div>
      <details>
        <summary>Step by step ({events.length})</summary>
        <ol className="trail">
          {events
            .toSorted((one, other) => other.id - one.id)
            .map((event) => (
              <li key={event.id}>
                <p className="num text-sm text-stone">{formatDateTime(event.created_at)}</p>
                <p>
                  {event.axis === 'status' ? 'Order' : event.axis === 'payment' ? 'Payment' : 'Delivery'}:{' '}
                  {axisWords[event.axis]?.(event.to_value) ?? event.to_value}
                </p>
              </li>
            ))}
        </ol>
      </details>
    </section>
  )
}

const stops = ['none', 'preparing', 'dispatched', 'delivered']

/** Where the goods are on their way, and since when. */
function Stepper({ order, events }: Pick<DeliveryPanelProps, 'order' | 'events'>) {
  const { fulfilment_status: now } = order
  const shown = now === 'disputed' ? [...stops, 'disputed'] : stops
  const reached = shown.indexOf(now)
  const timeOf = (stop: string) =>
    events
      .filter(({ axis, to_value }) => axis === 'fulfilment' && to_value === stop)
      .map(({ created_at }) => created_at)
      .toSorted()
      .at(-1)
  return (
    <ol className="stepper">
      {shown.map((stop, place) => {
        const at = place > 0 && place <= reached ? timeOf(stop) : undefined
        return (
          <li key={stop} data-done={place <= reached} aria-current={stop === now ? 'step' : undefined}>
            {fulfilmentWords[stop]}
            {at && <span className="num block text-xs text-stone">{formatDateTime(at)}</span>}
          </li>
        )
      })}
    </ol>
  )
}
