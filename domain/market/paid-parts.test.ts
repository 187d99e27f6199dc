import { expect, it } from 'vitest'
import { formatMoney } from '../money.ts'
import { countPaidParts, sayPaidOfPart } from './paid-parts.ts'
import { countDue } from './quotes.ts'

const parts = [
  { due: 'in_advance', amountKobo: 3_006_483 },
  { due: 'on_delivery', amountKobo: 7_015_130 },
] as const
const totalKobo = 10_021_613
const standing = { status: 'approved', fulfilmentStatus: 'none', isOnCredit: false } as const

it.each([
  [0, ['', '']],
  [1_000_000, ['US$10,000 of it paid', '']],
  [3_006_483, ['paid', '']],
  [4_000_000, ['paid', 'US$9,935.17 of it paid']],
  [totalKobo, ['paid', 'paid']],
  [11_000_000, ['paid', 'paid']],
])('of %i what is paid of each part, and what is left of all is what is due', (paidKobo, words) => {
  const paid = countPaidParts(parts, paidKobo)
  expect(
    parts.map(({ amountKobo }, place) =>
      sayPaidOfPart(amountKobo, paid[place] ?? 0, (kobo) => formatMoney(kobo, 'USD')),
    ),
  ).toEqual(words)
  const due = countDue({ totalKobo, paidKobo, instalments: parts, ...standing })
  const left = parts.reduce((sum, { amountKobo }, place) => sum + amountKobo - (paid[place] ?? 0), 0)
  expect(left).toBe(due.nowKobo + due.laterKobo)
})
