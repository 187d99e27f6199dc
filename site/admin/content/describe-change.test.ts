import { expect, it } from 'vitest'
import { sayByLabel } from './describe-change.ts'

it('what is refused of a value is said by the label of its box', () => {
  expect(sayByLabel('courses', 'learns', 'Learns has 10 to 2,000 characters.')).toBe(
    'What one learns has 10 to 2,000 characters.',
  )
  expect(sayByLabel('courses', 'price_kobo', 'The price is at most 1,000,000,000 naira.')).toBe(
    'The price is at most 1,000,000,000 naira.',
  )
  expect(sayByLabel('courses', 'starts_on', 'Starts on must not be empty.')).toBe(
    'First day must not be empty.',
  )
  const shape = 'Figures are at most four lines'
  expect(sayByLabel('stories', 'figures', shape)).toBe(shape)
})
