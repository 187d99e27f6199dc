/**
 * How numbers are written, as en-NG has them. Not by Intl: the first formatter of a page takes a cheap phone some
 * 60 ms, before anybody has seen a number.
 */

/** '1234567' -> '1,234,567'; whole numbers only, as digits. */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(?:[0-9]{3})+$)/g, ',')
}

/** 1234 -> '1,234' */
export function formatCount(count: number): string {
  return groupThousands(String(count))
}
