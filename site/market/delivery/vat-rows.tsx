/** The lines of VAT between the goods and the total: what each adds, and why. */
import { type GoodsVat, noteVat, sayVat, type VatLine } from '#domain/market/vat.ts'
import { formatMoney } from '#domain/money.ts'

export function VatRows({
  lines,
  currency = 'NGN',
}: {
  lines: readonly VatLine[] | null | undefined
  currency?: string
}) {
  return lines?.map((line) => {
    const { name, law } = sayVat(line)
    // Where rates differ, the sum that each is worked out from.
    const small = [law, lines.length > 1 && `on ${formatMoney(line.baseKobo, currency)}`]
      .filter(Boolean)
      .join(', ')
    return (
      <p
        key={`${name} ${line.reason}`}
        className="grid max-w-none grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 pt-3"
      >
        <span>
          {name} {small && <span className="block text-sm text-stone">{small}</span>}
        </span>
        <span className="num">{formatMoney(line.vatKobo, currency)}</span>
      </p>
    )
  })
}

/** In small beside a line of goods: its rate, where not all of them bear the same. */
export function VatNote({
  of,
  among,
}: {
  of: GoodsVat | undefined
  among: readonly { vat?: GoodsVat | undefined }[]
}) {
  const words = noteVat(
    of,
    among.map(({ vat }) => vat),
  )
  return words && <span className="block text-sm font-normal text-stone">{words}</span>
}
