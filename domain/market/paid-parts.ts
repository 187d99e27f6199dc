/** What of each agreed part of a price is paid, so that the parts agree with what is due. */

/** Money fills the parts in their order, as countDue takes it. */
export function countPaidParts(parts: readonly { amountKobo: number }[], paidKobo: number): number[] {
  let rest = Math.max(0, paidKobo)
  return parts.map(({ amountKobo }) => {
    const paid = Math.min(rest, amountKobo)
    rest -= paid
    return paid
  })
}

/** Beside the amount of a part; '' where nothing of it is paid. `verb`: 'paid or taken off', where both count. */
export function sayPaidOfPart(
  amountKobo: number,
  paidKobo: number,
  format: (kobo: number) => string,
  verb = 'paid',
): string {
  if (paidKobo === 0) return ''
  return paidKobo === amountKobo ? verb : `${format(paidKobo)} of it ${verb}`
}
