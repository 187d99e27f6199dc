/** 'Order summary': each line with its pack, its quantity and its sum, and the total; no fees, no tax. */

import { formatPack, type PackUnit } from '#domain/market/products.ts'
import { formatNaira, type Kobo } from '#domain/money.ts'
import { Panel } from '#site/ui/panel.tsx'

export interface SummaryLine {
  productId: string
  name: string
  packAmount: number
  packUnit: string
  priceKobo: number
  quantity: number
}

export function OrderSummary({ lines, totalKobo }: { lines: readonly SummaryLine[]; totalKobo: Kobo }) {
  return (
    <Panel title="Order summary">
      <ul>
        {lines.map(({ productId, name, packAmount, packUnit, priceKobo, quantity }) => (
          <li key={productId} className="grid gap-x-4 border-b border-line pb-3 not-first:pt-3">
            <p className="font-semibold">{name}</p>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="num text-sm text-stone">
                {quantity} × {formatPack(packAmount, packUnit as PackUnit)} at {formatNaira(priceKobo)}
              </span>
              <span className="num">{formatNaira(BigInt(priceKobo) * BigInt(quantity))}</span>
            </p>
          </li>
        ))}
      </ul>
      <p className="flex items-baseline justify-between gap-4 pt-4 text-lg">
        <span>Total</span>
        <strong className="num">{formatNaira(totalKobo)}</strong>
      </p>
      <p className="field-help pt-2">No fees and no tax. Delivery is quoted separately.</p>
    </Panel>
  )
}
