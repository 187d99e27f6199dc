/** Which currency the first quote of a request begins in. */
import type { AccountCurrency } from './settlement-accounts.ts'

/** As people write a currency beside a price. A pound alone may be a weight. */
const currencySigns: readonly (readonly [AccountCurrency, RegExp])[] = [
  ['NGN', /₦|\bNGN|\bnaira\b/i],
  ['USD', /\$|\bUSD|\bdollars?\b/i],
  ['EUR', /€|\beuros?\b|\bEUR(?=\d|\b)/i],
  ['GBP', /£|\bGBP|\bsterling\b/i],
]

const euroCountries =
  /^(austria|belgium|bulgaria|croatia|cyprus|estonia|finland|france|germany|greece|ireland|italy|latvia|lithuania|luxembourg|malta|(the )?netherlands|portugal|slovakia|slovenia|spain)$/i

/** As buyers write it: 'Nigeria', 'Lagos, Nigeria', 'Federal Republic of Nigeria', 'NG'. Same as private.is_nigeria. */
export const isNigeria = (country: string): boolean =>
  /(^|[^\p{L}])nigeria([^\p{L}]|$)|^(ng|nga)$/iu.test(country.trim())

/**
 * What the first quote begins in: the currency of the price that the buyer has in mind, or else of their country; abroad dollars.
 * Where `payable` is known, one that we have an account in: rather than euros or pounds dollars, and naira where there is no other.
 */
export function suggestCurrency(
  country: string,
  targetPrice: string | null,
  payable?: readonly string[],
): AccountCurrency {
  const wished = findWished(country, targetPrice)
  if (!payable || payable.includes(wished)) return wished
  const others = isNigeria(country) ? (['NGN', 'USD'] as const) : (['USD', 'NGN'] as const)
  return others.find((currency) => payable.includes(currency)) ?? wished
}

function findWished(country: string, targetPrice: string | null): AccountCurrency {
  const named = currencySigns.find(([, sign]) => sign.test(targetPrice ?? ''))
  if (named) return named[0]
  const place = country.trim()
  if (isNigeria(place)) return 'NGN'
  if (/^(united kingdom|uk|great britain)$/i.test(place)) return 'GBP'
  return euroCountries.test(place) ? 'EUR' : 'USD'
}
