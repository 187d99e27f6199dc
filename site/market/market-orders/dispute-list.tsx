/** What was reported about the goods, and what the company answered. */

import { describeComplaint } from '#domain/market/complaint-words.ts'
import type { Order } from '#domain/market/order.ts'
import { formatMoney } from '#domain/money.ts'
import { Panel } from '#site/ui/panel.tsx'
import { formatOrderTime, resolutionWords } from './describe-order.ts'

export function DisputeList({ order }: { order: Order }) {
  return (
    <Panel title="Quality">
      <ul className="grid gap-6">
        {order.disputes.map(({ reason, resolution, note, refundKobo, at, ...complaint }) => (
          <li key={at} className="grid gap-2">
            <p className="num text-sm text-stone">You reported on {formatOrderTime(at)}:</p>
            {describeComplaint(complaint) && <p className="font-semibold">{describeComplaint(complaint)}</p>}
            <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
            {resolution ? (
              <div className="border-l-4 border-leaf pl-4">
                <p className="font-semibold">
                  {resolutionWords[resolution]}
                  {refundKobo !== null && `: ${formatMoney(refundKobo, order.currency)}`}
                </p>
                {note && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
              </div>
            ) : (
              <p className="font-semibold">We look at it and answer you here.</p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
