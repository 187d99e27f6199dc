import { expect, it } from 'vitest'
import { disputeWords } from './order-words.ts'

it('what complaints were granted is said of all of them, where there was more than one', () => {
  const { granted } = disputeWords
  expect(granted('₦4,000', null, 1)).toBe('₦4,000 came off what you still had to pay.')
  expect(granted('₦4,000', '₦500', 2)).toBe(
    '₦4,000 came off what you still had to pay, for all your complaints together. ₦500 is money that goes back to you, for all of them.',
  )
})
