/** Lines that are not as the buyer saw them: the old price and the new one, side by side. */
import { formatNaira } from '#domain/money.ts'

export interface PriceChange {
  productId: string
  name: string
  /** The sentence under the prices: gone, or only so many left. */
  note?: string
  seenPriceKobo: number
  /** Null: it is not for sale any more. */
  priceKobo: number | null
}

export function PriceChanges({ changes }: { changes: readonly PriceChange[] }) {
  return (
    <ul className="border-t border-ink">
      {changes.map(({ productId, name, note, seenPriceKobo, priceKobo }) => (
        <li key={productId} className="grid gap-1 border-b border-line py-3">
          <p className="font-semibold">{name}</p>
          {priceKobo !== null && priceKobo !== seenPriceKobo && (
            <p className="num">
              <span className="sr-only">Before: </span>
              <s className="text-stone">{formatNaira(seenPriceKobo)}</s>{' '}
              <span className="sr-only">Now: </span>
              <strong>{formatNaira(priceKobo)}</strong>
            </p>
          )}
          {note && <p>{note}</p>}
        </li>
      ))}
    </ul>
  )
}
