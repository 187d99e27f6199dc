import { expect, it } from 'vitest'
import { describeRenewal, describeWithdrawal, listWithdrawals } from './consent-list-words.ts'
import type { ConsentOnRecord } from './consents.ts'

const given: ConsentOnRecord = {
  purpose: 'terms',
  textVersion: '1',
  isGiven: true,
  isRenewable: false,
  createdAt: '2026-11-21T10:00:00Z',
}
const of = (type: string) => ({ ...given, record: { type, id: type, reference: 'FM222-2222' } })

it('the marketplace is named to farmers alone: nobody else offers there', () => {
  for (const say of [(type: string) => describeWithdrawal('terms', type), describeRenewal]) {
    expect(say('farmers')).toContain('marketplace')
    for (const other of ['investors', 'training_enrollments', 'buyers'])
      expect(say(other)).not.toContain('marketplace')
  }
  expect(listWithdrawals([of('investors')])).toEqual([describeWithdrawal('terms', 'investors')])
  expect(listWithdrawals([given], 'farmers')).toEqual([describeWithdrawal('terms', 'farmers')])
})

it('where nothing stands that could be taken back, nothing is said of taking back', () => {
  const back = { ...of('farmers'), isGiven: false, isRenewable: true }
  expect(listWithdrawals([back, { ...of('investors'), isOver: true }])).toEqual([])
  expect(listWithdrawals([back, of('farmers')])).toHaveLength(1)
})
