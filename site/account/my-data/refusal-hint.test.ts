import { expect, it } from 'vitest'
import { formMessages } from '#domain/form-messages.ts'
import { refusals } from '#domain/refusals.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { toServerError } from '#site/lib/database-error.ts'
import { networkHint } from '#site/lib/network.ts'
import { hintOf } from './refusal-hint.ts'

it('a refusal that came is not put down to the connection', () => {
  expect(hintOf(new ServerError(409, 'It is erased.'))).toBe('It is erased.')
  const refused = { code: 'P0002', message: 'You have taken it back already.', details: 'failed to fetch' }
  expect(hintOf(toServerError(refused))).toBe('You have taken it back already.')
})

it('the connection is named where nothing answered', () => {
  expect(hintOf(new ServerError(0, networkHint))).toBe(networkHint)
  for (const lost of [{ code: '', message: 'TypeError: Failed to fetch' }, { message: 'Load failed' }]) {
    expect(hintOf(toServerError(lost))).toBe(networkHint)
    expect(hintOf(lost)).toBe(networkHint)
  }
})

it.each([
  ['a missing right', '42501', 'permission denied for function withdraw_consent', refusals.forbidden.message],
  [
    'a rule with a sentence',
    '23514',
    'The farmer has had their data erased.',
    'The farmer has had their data erased.',
  ],
  ['too many calls', 'PT429', refusals.too_many.message, refusals.too_many.message],
  ['a fault', '40P01', 'deadlock detected', formMessages.unavailable],
  ['a token that ended', 'PGRST303', 'JWT expired', formMessages.unavailable],
])(
  'of what the database answers to a member, %s is said in words for people',
  (_what, code, message, said) => {
    expect(hintOf(toServerError({ code, message }))).toBe(said)
  },
)
