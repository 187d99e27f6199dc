/** What was reported about the goods, and what the company answered. */
import { useQuery } from '@tanstack/react-query'
import { describeComplaint } from '#domain/market/complaint-words.ts'
import { countGrantedAsMoney, countTakenOff, type Order } from '#domain/market/order.ts'
import { disputeWords } from '#domain/market/order-words.ts'
import { formatMoney } from '#domain/money.ts'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { resolutionWords } from './describe-order.ts'
import type { OrderClient } from './order-client.ts'
import { formatOrderTime } from './order-time.ts'

export default function DisputeList({ order, orderClient }: { order: Order; orderClient: OrderClient }) {
  const takenOff = countTakenOff(order, 'complaint')
  const back = countGrantedAsMoney(order)
  const complaints = order.disputes.filter(({ refundKobo }) => refundKobo !== null).length
  const say = (amountKobo: number) => (amountKobo > 0 ? formatMoney(amountKobo, order.currency) : null)
  return (
    <Panel title="Quality">
      <ul className="grid gap-6">
        {order.disputes.map(({ reason, photoPaths, resolution, note, refundKobo, at, ...complaint }) => (
          <li key={at} className="grid gap-2">
            <p className="num text-sm text-stone">You reported on {formatOrderTime(at)}:</p>
            {describeComplaint(complaint) && <p className="font-semibold">{describeComplaint(complaint)}</p>}
            <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
            {photoPaths.length > 0 && <DisputePhotos paths={photoPaths} orderClient={orderClient} />}
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
      {takenOff > 0 && <p className="pt-4">{disputeWords.granted(say(takenOff), say(back), complaints)}</p>}
    </Panel>
  )
}

/** Their addresses end after a minute: they are fetched once, and what is on the screen stays. */
function DisputePhotos({ paths, orderClient }: { paths: readonly string[]; orderClient: OrderClient }) {
  const {
    data: urls,
    error,
    refetch,
  } = useQuery({
    queryKey: [...orderClient.key, 'photos', ...paths],
    queryFn: () => orderClient.showPhotos(paths),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (error) return <RetryNotice onRetry={() => void refetch()}>{disputeWords.shown.failed}</RetryNotice>
  return (
    <ul className="flex flex-wrap gap-3">
      {paths.map((path, index) => (
        <li key={path} className="size-28 bg-sand">
          {urls?.[index] && (
            <img
              className="size-28 object-contain"
              src={urls[index]}
              alt={disputeWords.shown.alt(index + 1, paths.length)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
