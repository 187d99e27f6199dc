/** 'Order summary': each line with its pack, its quantity and its sum, the delivery, and the total of both. */
import { checkoutWords } from '#domain/market/checkout-questions.ts'
import { formatWeight } from '#domain/market/delivery.ts'
import { deliveryWords as words } from '#domain/market/delivery-words.ts'

import { formatPack, type PackUnit } from '#domain/market/products.ts'
import type { GoodsVat, VatLine } from '#domain/market/vat.ts'
import { formatNaira, type Kobo } from '#domain/money.ts'
import { VatNote, VatRows } from '#site/market/delivery/vat-rows.tsx'
import { Panel } from '#site/ui/panel.tsx'

export interface SummaryLine {
  productId: string
  name: string
  packAmount: number
  packUnit: string
  priceKobo: number
  quantity: number
  /** Known where the goods bear different VAT; not of an order from before the last release. */
  vat?: GoodsVat | undefined
}

/** What stands between the goods and the total. */
export interface SummaryDelivery {
  /** Nothing is chosen yet, or it is quoted first: it is in no total. */
  isOpen: boolean
  priceKobo: number
  /** While nothing is chosen: where to, and what that would cost. */
  offer?: { label: string; price: string }
  isCollected?: boolean
  weightGrams?: number | null
  /** For an order that was placed: the day, and where it is collected. */
  detail?: string
  /** On which it is to come. Not known of an order from before the last release. */
  day?: string | null | undefined
}

interface OrderSummaryProps {
  lines: readonly SummaryLine[]
  /** With the delivery and the VAT. */
  totalKobo: Kobo
  /** Not known before a place is chosen. */
  vat?: readonly VatLine[] | null | undefined
  /** Not known of an order from before there was a choice. */
  delivery?: SummaryDelivery | undefined
}

export function OrderSummary({ lines, totalKobo, vat, delivery }: OrderSummaryProps) {
  return (
    <Panel title={checkoutWords.summary.title}>
      <ul>
        {lines.map(({ productId, name, packAmount, packUnit, priceKobo, quantity, vat: own }) => (
          <li key={productId} className="grid gap-x-4 border-b border-line pb-3 not-first:pt-3">
            <p className="font-semibold">{name}</p>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="num text-sm text-stone">
                {quantity} ×{' '}
                {checkoutWords.summary.describePack(
                  formatPack(packAmount, packUnit as PackUnit),
                  formatNaira(priceKobo),
                )}
                <VatNote of={own} among={lines} />
              </span>
              <span className="num">{formatNaira(BigInt(priceKobo) * BigInt(quantity))}</span>
            </p>
          </li>
        ))}
      </ul>
      {delivery?.weightGrams != null && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 pt-3 text-sm text-stone">
          <span>{words.weight}</span>
          <span className="num">{formatWeight(delivery.weightGrams)}</span>
        </p>
      )}
      {delivery && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 pt-3">
          <span>{delivery.offer?.label ?? (delivery.isCollected ? words.collecting : words.delivery)}</span>
          <span className="num">{sayPrice(delivery)}</span>
          {delivery.detail && <span className="w-full text-sm text-stone">{delivery.detail}</span>}
        </p>
      )}
      <VatRows lines={vat} />
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 pt-4 text-lg">
        <span>{delivery?.isOpen ? words.totalBefore : checkoutWords.summary.total}</span>
        <strong className="num">{formatNaira(totalKobo)}</strong>
      </p>
      <p className="field-help pt-2">{words.noFees}</p>
    </Panel>
  )
}

function sayPrice({ isOpen, priceKobo, offer }: SummaryDelivery): string {
  if (offer) return offer.price
  if (isOpen) return words.summaryOpen
  return priceKobo === 0 ? words.free : formatNaira(priceKobo)
}
