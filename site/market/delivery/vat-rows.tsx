/** The lines of VAT between the goods and the total: what each adds, and why. */
import { nameVat, type VatLine } from '#domain/market/vat.ts'
import { formatMoney } from '#domain/money.ts'

export function VatRows({
  lines,
  currency = 'NGN',
}: {
  lines: readonly VatLine[] | null | undefined
  currency?: string
}) {
  return lines?.map((line) => (
    <p
      key={`${nameVat(line)} ${line.reason}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 pt-3"
    >
      <span>
        {nameVat(line)} <span className="block text-sm text-stone">{line.reason}</span>
      </span>
      <span className="num">{formatMoney(line.vatKobo, currency)}</span>
    </p>
  ))
}
