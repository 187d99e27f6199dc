import { expect, it } from 'vitest'
import { parseStoredSession } from '#site/lib/stored-session.ts'

it.each([
  null,
  '',
  'no json',
  '{}',
  '{"user":{"id":"1"}}',
  '{"refresh_token":"r"}',
  '{"refresh_token":"r","user":{}}',
])('takes %j for no session', (text) => {
  expect(parseStoredSession(text)).toBeNull()
})

it('knows whose session it is', () => {
  const stored = {
    refresh_token: 'r',
    user: { id: '1', email: 'ada@example.com', user_metadata: { full_name: 'Ada' } },
  }
  expect(parseStoredSession(JSON.stringify(stored))).toEqual({
    userId: '1',
    email: 'ada@example.com',
    fullName: 'Ada',
  })
})
