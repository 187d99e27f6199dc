// What the page of a person says of a quote: the words of the order's own page, for every state.
import { expect, it } from 'vitest'
import type { PersonEntry } from '#domain/admin/persons.ts'
import { findQuoteState, quoteWords } from '#domain/admin/quote-words.ts'
import { describeEntry } from './person-words.ts'

const entry: PersonEntry = {
  at: '2026-11-20T09:00:00Z',
  recordType: 'orders',
  recordId: '00000000-0000-4000-8000-000000000001',
  code: 'AGG6X-7SCF',
  words: null,
  state: null,
  amountKobo: 124_000_000,
  currency: 'NGN',
  byName: null,
  dueOn: null,
  via: 'record',
}

it.each([
  ['waiting', 'waits for a second person'],
  ['ended', 'not approved in time'],
  ['open', 'open'],
  ['ran_out', 'ran out without an answer'],
  ['refused', 'not sent to the buyer'],
  ['replaced', 'replaced by a later one'],
  ['accepted', 'accepted'],
  ['declined', 'declined by the buyer'],
])('a quote that is %s is said to be "%s"', (state, words) => {
  expect(describeEntry('quotes', { ...entry, state }).detail).toMatch(new RegExp(`, ${words}$`))
  expect(quoteWords[state]).toBe(words)
})

it.each([
  ['open', 'ran_out'],
  ['waiting', 'ended'],
  ['declined', 'declined'],
])('%s is %s once its day has passed', (status, state) => {
  const day = '2026-11-20T09:00:00Z'
  expect(findQuoteState(status, day, Date.parse(day) - 1)).toBe(status)
  expect(findQuoteState(status, day, Date.parse(day))).toBe(state)
})
