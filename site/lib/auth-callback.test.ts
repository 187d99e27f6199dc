import { describe, expect, it } from 'vitest'
import { cleanQuery, parseAuthCallback } from '#site/lib/auth-callback.ts'

describe('what a link from a mail brings', () => {
  it('nothing, on an ordinary visit', () => {
    expect(parseAuthCallback('', '?next=%2Forder')).toEqual({ kind: 'none' })
    expect(parseAuthCallback('#main', '')).toEqual({ kind: 'none' })
  })

  it('tokens with their purpose', () => {
    expect(
      parseAuthCallback(
        '#access_token=a&refresh_token=b&expires_in=3600&token_type=bearer&type=recovery',
        '',
      ),
    ).toEqual({ kind: 'tokens', purpose: 'recovery', accessToken: 'a', refreshToken: 'b' })
  })

  it('the token of a mail’s link, with what it is for', () => {
    expect(parseAuthCallback('', '?token_hash=abc&type=recovery')).toEqual({
      kind: 'link',
      purpose: 'recovery',
      tokenHash: 'abc',
    })
    expect(parseAuthCallback('', '?token_hash=abc&type=sms')).toEqual({ kind: 'none' })
    expect(parseAuthCallback('', '?token_hash=abc')).toEqual({ kind: 'none' })
  })

  it('nothing that stays in the address; where it leads on this site, that comes next', () => {
    const origin = 'https://www.example.com'
    const link = 'token_hash=abc&type=signup'
    expect(cleanQuery(`?${link}`, origin)).toBe('')
    expect(cleanQuery(`?${link}&next=%2Forder`, origin)).toBe('next=%2Forder')
    expect(cleanQuery(`?${link}&redirect_to=${origin}/admin/welcome`, origin)).toBe('next=%2Fadmin%2Fwelcome')
    const back = (next: string) => `?${link}&redirect_to=${encodeURIComponent(`${origin}/auth?${next}`)}`
    expect(cleanQuery(back('next=%2Fexport'), origin)).toBe('next=%2Fexport')
    // Nobody signs another person up for a page of somebody else, or for a message of their own.
    for (const next of [
      'next=%2F%2Fevil.example',
      'next=https%3A%2F%2Fevil.example%2Forder',
      'error=x&error_description=Call+me',
    ])
      expect(cleanQuery(back(next), origin)).toBe('')
    expect(cleanQuery(`?${link}&redirect_to=https://evil.example/auth?next=/order`, origin)).toBe('')
    expect(cleanQuery(`?${link}&redirect_to=https://evil.example/order`, origin)).toBe('')
    expect(cleanQuery(`?${link}&redirect_to=${origin}//evil.example`, origin)).toBe('')
  })

  it('half a session is no session', () => {
    expect(parseAuthCallback('#access_token=a', '')).toEqual({ kind: 'none' })
  })

  it('a refusal, from either part of the address', () => {
    const refusal = 'error=access_denied&error_code=otp_expired&error_description=Link+has+expired'
    const expected = { kind: 'error', code: 'otp_expired', description: 'Link has expired' }
    expect(parseAuthCallback(`#${refusal}`, '')).toEqual(expected)
    expect(parseAuthCallback('', `?${refusal}`)).toEqual(expected)
  })

  it('a code to exchange, in the other flow', () => {
    expect(parseAuthCallback('', '?code=abc')).toEqual({ kind: 'code', code: 'abc' })
  })

  it('a message when the other mailbox has to confirm too', () => {
    expect(parseAuthCallback('#message=Confirmation+link+accepted', '')).toEqual({
      kind: 'message',
      text: 'Confirmation link accepted',
    })
  })
})
