/** What happened to an order, in the order of time. */

import type { Order } from '#domain/market/order.ts'
import { Panel } from '#site/ui/panel.tsx'
import { listHistory } from './list-history.ts'
import { formatOrderTime } from './order-time.ts'

export function OrderHistory({ order }: { order: Order }) {
  return (
    <Panel title="What happened">
      <ol className="grid gap-4 border-l-2 border-millet pl-4">
        {listHistory(order).map(({ key, at, text, detail }) => (
          <li key={key}>
            <p className="font-semibold">{text}</p>
            {detail && <p className="whitespace-pre-line wrap-anywhere">{detail}</p>}
            <p className="num text-sm text-stone">
              <time dateTime={at}>{formatOrderTime(at)}</time>
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
