import { expect, it } from 'vitest'
import { describeInterest } from './interest.ts'

it.each([
  ['rural-education', 'I want to take part in: rural education.'],
  ['home', undefined],
  ['', undefined],
  [null, undefined],
  ['Send money to 0123456789', undefined],
])('the interest %s is reported as %s', (interest, reported) => {
  expect(describeInterest(interest)).toBe(reported)
})
