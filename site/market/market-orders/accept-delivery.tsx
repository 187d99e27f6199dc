/** The buyer's answer to a delivery that was quoted: a yes to exactly this price and day. */
import { useMutation } from '@tanstack/react-query'
import { formatDayInWords } from '#domain/dates.ts'
import { deliveryWords as words } from '#domain/market/delivery-words.ts'
import { sayEarlier } from '#domain/market/earlier-offer.ts'
import type { Order } from '#domain/market/order.ts'
import { formatMoney } from '#domain/money.ts'
import { useIsPast } from '#site/lib/use-is-past.ts'
import { Button } from '#site/ui/button.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import type { OrderClient } from './order-client.ts'
import { formatOrderTime } from './order-time.ts'

interface AcceptDeliveryProps {
  order: Order
  orderClient: OrderClient
  onAnswered: () => Promise<void>
}

/** Nothing where no price has come yet. */
export default function AcceptDelivery({ order, orderClient, onAnswered }: AcceptDeliveryProps) {
  const { delivery, expiresAt, totalKobo, currency } = order
  const { day, priceKobo, vatKobo } = delivery ?? {}
  const isOver = useIsPast(expiresAt)
  const acceptance = useMutation({
    async mutationFn() {
      const answer = await orderClient.acceptDelivery(priceKobo ?? 0, day ?? '')
      if (!answer.ok) throw new Error(words.offerChanged)
      return answer
    },
    async onSuccess({ paymentStatus }) {
      const isPaid = paymentStatus === 'confirmed' || paymentStatus === 'overpaid'
      toast.success(words.accepted.title, isPaid ? words.accepted.paid : words.accepted.toPay)
      await onAnswered()
    },
    onError: () => void onAnswered(),
  })
  if (!order.awaitsDelivery || order.status !== 'pending' || priceKobo == null || !day) return null
  const total = formatMoney((totalKobo ?? 0) + priceKobo + (vatKobo ?? 0), currency)
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3 border-b border-line px-6 py-4">
      <p>
        {words.offer(
          [
            priceKobo === 0 ? words.free : formatMoney(priceKobo, currency),
            vatKobo ? `${formatMoney(vatKobo, currency)} VAT` : '',
          ]
            .filter(Boolean)
            .join(' and '),
          formatDayInWords(day),
        )}{' '}
        <strong className="num">{words.offerTotal(total)}</strong>
      </p>
      {delivery?.earlier && <p className="num">{sayEarlier(delivery.earlier)}</p>}
      {isOver ? (
        <Notice>
          <p>{words.offerOver}</p>
        </Notice>
      ) : (
        <>
          <Button busy={acceptance.isPending} busyLabel={words.accepting} onClick={() => acceptance.mutate()}>
            {words.accept(total)}
          </Button>
          {expiresAt && <p className="field-help">{words.offerUntil(formatOrderTime(expiresAt))}</p>}
        </>
      )}
      <ErrorNotice text={acceptance.error?.message} />
    </div>
  )
}
