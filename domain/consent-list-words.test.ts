import { expect, it } from 'vitest'
import {
  describeRenewal,
  describeWithdrawal,
  describeWithdrawalEnd,
  isAnotherTakenBack,
  listWithdrawals,
} from './consent-list-words.ts'
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
  for (const say of [
    (type: string) => describeWithdrawal('terms', type),
    (type: string) => describeRenewal(type),
  ]) {
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

it('of two that are taken back, neither alone lets the application go on, and it stops once', () => {
  const enrolment = of('training_enrolments')
  const terms = { ...enrolment, isGiven: false, isRenewable: true }
  const guardian = { ...terms, purpose: 'guardian' }
  expect(isAnotherTakenBack([terms, guardian], terms)).toBe(true)
  expect(describeRenewal('training_enrolments', true)).not.toContain('application goes on.')
  const standing = { ...guardian, isGiven: true }
  // Another application of the account, and the newsletter, are none of this one.
  const other = { ...terms, record: { type: 'farmers', id: 'other', reference: 'FM222-3333' } }
  expect(isAnotherTakenBack([terms, standing, other], terms)).toBe(false)
  expect(isAnotherTakenBack([terms, standing, other], standing)).toBe(true)
  expect(describeWithdrawalEnd(standing, true)).toBe('Your application FM222-2222 stays stopped')
  expect(describeWithdrawalEnd({ ...standing, record: undefined }, true)).toBe(
    'Your application stays stopped',
  )
  expect(listWithdrawals([terms, standing])).toEqual([describeWithdrawal('guardian', undefined, true)])
})
