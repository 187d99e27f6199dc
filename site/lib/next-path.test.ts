import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildAuthPath, parseNextPath } from '#site/lib/next-path.ts'

describe('the way back after sign-in', () => {
  it.each([
    'https://evil.test/order',
    '//evil.test/order',
    '/\\evil.test/order',
    '/\t/evil.test/order',
    '\\/evil.test',
    'javascript:alert(1)',
    'order',
    '/auth',
    '/auth?next=/order',
    '/orders-of-someone',
    '/order/../auth',
    '/order/..//evil.test',
    '',
    null,
    undefined,
  ])('refuses %j', (raw) => {
    expect(parseNextPath(raw)).toBeNull()
  })

  it.each(['/order', '/admin?tab=orders&page=2', '/buyer-form/individual', '/investor-form/crypto#wallet'])(
    'returns to %s',
    (raw) => {
      expect(parseNextPath(raw)).toBe(raw)
    },
  )

  it('never leaves this site, whatever the address carries', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `/order${text}`),
        ),
        (raw) => {
          const path = parseNextPath(raw)
          if (path !== null) expect(new URL(path, 'https://site.test').origin).toBe('https://site.test')
        },
      ),
    )
  })

  it('carries the wanted page to the sign-in page only when it may be returned to', () => {
    expect(buildAuthPath('/order')).toBe('/auth?next=%2Forder')
    expect(buildAuthPath('//evil.test')).toBe('/auth')
  })
})
