import { expect, it } from 'vitest'
import { describePath } from './listener.ts'

it.each([
  ['/track/abcDEF-_123', '/track/[secret]'],
  ['/track/abc/def', '/track/[secret]/def'],
  ['//track//abc', '//track//[secret]'],
  ['/TRACK/abc', '/track/[secret]'],
  ['/track%2Fabc', '/track%2F[secret]'],
  ['/track/abc?x=1', '/track/[secret]'],
  ['/registrations/track', '/registrations/track'],
  ['/find/ada@example.com', '/find/[address]'],
  ['/tracks/abc', '/tracks/abc'],
])('the log knows %s as %s', (path, known) => {
  expect(describePath(path)).toBe(known)
})
