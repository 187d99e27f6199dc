// The patterns of the allow list, as upstream documents them.
import { describe, expect, it } from 'vitest'
import { allowedRedirect } from './redirect.ts'

const siteUrl = 'https://farm.example.com'

describe('an allowed address', () => {
  it.each([
    ['https://app.example.com/*', 'https://app.example.com/welcome', true],
    ['https://app.example.com/*', 'https://app.example.com/', true],
    ['https://app.example.com/*', 'https://app.example.com/a/b', false],
    ['https://app.example.com/**', 'https://app.example.com/a/b?c=d.e', true],
    ['https://app.example.com/**', 'https://app.example.com.evil.net/', false],
    ['https://*.example.com/**', 'https://one.example.com/x', true],
    ['https://*.example.com/**', 'https://one.two.example.com/x', false],
    ['https://*.example.com/**', 'https://evil.net/.example.com/x', false],
    ['https://*.example.com/**', 'https://evil.net?.example.com/', false],
    ['https://app.example.com', 'https://app.example.com/', true],
    ['https://app.example.com', 'https://app.example.com', true],
    ['https://app.example.com', 'https://appXexample.com', false],
    ['https://app?.example.com/', 'https://app1.example.com/', true],
    ['https://app?.example.com/', 'https://app12.example.com/', false],
    ['https://app[1-3].example.com/', 'https://app2.example.com/', true],
    ['https://app[!1-3].example.com/', 'https://app2.example.com/', false],
    ['farm-app://**', 'farm-app://callback', true],
    ['**', 'javascript:alert(1)', false],
    ['**', 'data:text/html,x', false],
    ['**', 'https://user@evil.net/', false],
  ])('%s lets %s pass: %s', (pattern, wanted, passes) => {
    const answer = allowedRedirect({ siteUrl, redirectAllowList: [pattern] }, wanted)
    expect(answer).toBe(passes ? new URL(wanted).href : siteUrl)
  })

  it('loses its fragment, which is where the session goes', () => {
    expect(allowedRedirect({ siteUrl, redirectAllowList: [] }, `${siteUrl}/auth#access_token=x`)).toBe(
      `${siteUrl}/auth`,
    )
  })
})
