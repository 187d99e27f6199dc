// What staff are offered of a letter of credit: one step at a time, and none that would be refused.
import { expect, it } from 'vitest'
import { creditWords, findPaidObstacle, listNextCreditStatuses } from './letters-of-credit.ts'

it('that the bank has paid is offered to who confirms payments, once the money is confirmed', () => {
  const { moneyFirst, paidByOthers } = creditWords.admin
  for (const status of ['unpaid', 'claimed', 'underpaid']) {
    expect(findPaidObstacle(status, true)).toBe(moneyFirst)
    expect(findPaidObstacle(status, false)).toBe(paidByOthers)
  }
  for (const status of ['confirmed', 'overpaid', 'refund_due', 'refunded']) {
    expect(findPaidObstacle(status, true)).toBeNull()
    expect(findPaidObstacle(status, false)).toBe(paidByOthers)
  }
  expect(listNextCreditStatuses('documents_presented', true)).toEqual(['documents_presented', 'paid'])
  expect(listNextCreditStatuses('documents_presented', false)).toEqual(['documents_presented'])
})

it('goes one step at a time, and stands where it is', () => {
  expect(listNextCreditStatuses('awaited', false)).toEqual(['awaited', 'draft_received'])
  expect(listNextCreditStatuses('paid', false)).toEqual(['paid'])
})
