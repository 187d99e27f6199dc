/** Money is whole kobo (1 naira = 100 kobo); naira exist only on screen. */
import { groupThousands } from './numbers.ts'

export type Kobo = number | bigint

/** 3500000 -> '₦35,000'; 3500050 -> '₦35,000.50'. */
export function formatNaira(kobo: Kobo): string {
  return formatMinorUnits(kobo, '₦')
}

const symbols: Record<string, string> = { NGN: '₦', USD: 'US$', EUR: '€', GBP: '£' }

/** An amount in the minor unit of its currency (kobo, cents). */
export function formatMoney(minorUnits: Kobo, currency: string): string {
  return formatMinorUnits(minorUnits, symbols[currency] ?? `${currency} `)
}

/** As documents write it: another currency than naira by its code and with both decimals, 'USD 68,590.00'. */
export function formatOnPaper(minorUnits: Kobo, currency: string): string {
  if (currency === 'NGN') return formatNaira(minorUnits)
  const written = formatMinorUnits(minorUnits, `${currency} `)
  return /\.\d\d$/.test(written) ? written : `${written}.00`
}

function formatMinorUnits(amount: Kobo, symbol: string): string {
  const value = BigInt(amount)
  const size = value < 0n ? -value : value
  const rest = size % 100n
  const fraction = rest === 0n ? '' : `.${String(rest).padStart(2, '0')}`
  return `${value < 0n ? '-' : ''}${symbol}${groupThousands(String(size / 100n))}${fraction}`
}

/** '35,000.50' -> 3500050; null when the text is not an amount of at most two decimals. */
export function parseNaira(text: string): number | null {
  const plain = text.trim().replace(/^₦ ?/, '')
  if (!/^(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]{1,2})?$/.test(plain)) return null
  const [naira = '', fraction = ''] = plain.replaceAll(',', '').split('.')
  const kobo = Number(naira) * 100 + Number(fraction.padEnd(2, '0'))
  return Number.isSafeInteger(kobo) ? kobo : null
}
