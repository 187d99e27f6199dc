/** How the total of a quote is split where its goods bear different VAT. */

/**
 * What the VAT of each class of goods is reckoned from: the whole without tax, in the proportion in which the goods cost, for delivery and
 * discounts follow them. The bases add up to it. Same as private.vat_by_class.
 */
export function splitByClass(
  baseKobo: bigint,
  goods: readonly { vatClass: string; amountKobo: bigint }[],
): Map<string, bigint> {
  const classes = [...new Set(goods.map(({ vatClass }) => vatClass))].sort()
  const amountOf = (vatClass: string) =>
    goods.reduce((sum, line) => sum + (line.vatClass === vatClass ? line.amountKobo : 0n), 0n)
  const isFree = goods.every(({ amountKobo }) => amountKobo === 0n)
  const weights = classes.map((vatClass) => (isFree ? 1n : amountOf(vatClass)))
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  const upTo = (place: number) =>
    (2n * baseKobo * weights.slice(0, place).reduce((sum, weight) => sum + weight, 0n) + whole) / (2n * whole)
  return new Map(classes.map((vatClass, place) => [vatClass, upTo(place + 1) - upTo(place)]))
}
