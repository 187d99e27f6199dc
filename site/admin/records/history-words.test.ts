// A history has words for whatever stands in its ledgers.
import { expect, it } from 'vitest'
import { creditStatuses } from '#domain/market/credit-states.ts'
import { historyWords } from './history-words.ts'

it('each state of a letter of credit, a quote and a call is said in words', () => {
  const { call, credit, quote } = historyWords
  expect(credit?.awaited).toBe('Waiting for the draft of the buyer')
  for (const status of creditStatuses) expect(credit?.[status], status).toMatch(/^[A-Z]/)
  // What public.record_history answers of a quote.
  expect(Object.keys(quote ?? {}).sort()).toEqual(['accepted', 'declined', 'not_sent', 'sent', 'waiting'])
  expect(call?.no_answer).toBe('No answer')
})
