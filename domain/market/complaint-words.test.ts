import { expect, it } from 'vitest'
import { describeComplaint } from './complaint-words.ts'

it.each([
  [1, 'Containers (20ft)', 'Cocoa: 1 Container (20ft). Wished: Money back.'],
  [1, 'packs', 'Cocoa: 1 pack. Wished: Money back.'],
  [1250.5, 'Kilograms', 'Cocoa: 1,250.5 Kilograms. Wished: Money back.'],
  [null, null, 'Cocoa. Wished: Money back.'],
])('a complaint about %s %s names one of a unit in the singular', (amount, amountUnit, words) => {
  expect(describeComplaint({ lineName: 'Cocoa', amount, amountUnit, wish: 'refund' })).toBe(words)
})
