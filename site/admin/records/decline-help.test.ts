// Who reads the reason of a decline, as its dialog says it.
import { expect, it } from 'vitest'
import { helpDecline } from './decline-help.ts'

it('who reads the reason of a decline is said by how the buyer is told', () => {
  const read = (told_by: string | null, user_id: string | null) => helpDecline('orders', { told_by, user_id })
  expect([
    read('email', 'u'),
    read('email', null),
    read('sms', null),
    read(null, null),
    read(null, 'u'),
  ]).toEqual([
    'It is sent to the buyer and shown in their account.',
    'It is sent to the buyer.',
    'The buyer is told by text message, without the reason.',
    'Nobody is told: no email reaches them. Please ring them.',
    'It is shown in their account. Nobody is told: no email reaches them. Please ring them.',
  ])
  expect(helpDecline('orders')).toBe('It is sent to the buyers who have an email.')
})

it('of a registration no account is named where there is none, and no mail where none goes', () => {
  const read = (user_id: string | null, flags?: string[]) => helpDecline('farmers', { user_id }, flags)
  expect(read('u')).toBe('It is shown in their account, and sent by mail unless they get none.')
  expect([
    read(null, ['twin']),
    read(null, ['by_text']),
    read(null, ['photo', 'by_phone']),
    read(null, ['untold']),
  ]).toEqual([
    'It is sent to the person by mail.',
    'Its person has no email address that we write to and is told by text message, without the reason.',
    'Its person has no email address that we write to and stands among the people to phone.',
    'Its person has no email address that we write to and is not told of it.',
  ])
  const unknown = 'It is sent by mail, if there is an email address that we write to.'
  expect([read(null), read(null, ['correction'])]).toEqual([unknown, unknown])
  expect(helpDecline('farmers')).toBe(
    'It is sent to those with an email address that we write to, and shown to those with an account.',
  )
})
