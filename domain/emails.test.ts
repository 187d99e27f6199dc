// E-mail addresses: which are accepted, and that nobody's mail is sent to another user's mailbox.
import { describe, expect, it } from 'vitest'
import { isEmail, isSignUpEmail, normaliseEmail, stripEmail } from './emails.ts'

describe('an e-mail address', () => {
  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'ada@exa_mple.com',
    'ada@-x.com',
  ])('is refused: %j', (address) => {
    expect(isEmail(address)).toBe(false)
  })

  it('is refused with more than 64 characters before the @ or 254 in all', () => {
    expect(isEmail(`${'a'.repeat(64)}@example.com`)).toBe(true)
    expect(isEmail(`${'a'.repeat(65)}@example.com`)).toBe(false)
    expect(isEmail(`a@${'b.'.repeat(124)}com`)).toBe(true)
    expect(isEmail(`a@${'b.'.repeat(126)}com`)).toBe(false)
  })

  it.each(['ada@example.com', 'a.b_c-d@mail.example.com.ng', 'a+b@example.com', "o'neil@example.com"])(
    'is accepted: %s',
    (address) => {
      expect(isEmail(address)).toBe(true)
    },
  )
})

describe('stripping at sign-up', () => {
  it('leaves letters, digits and @ . _ - in lower case', () => {
    expect(stripEmail('  ADA+Obi (home)@Example.com ')).toBe('adaobihome@example.com')
  })

  it.each(['a+b@example.com', "o'neil@example.com", 'adä@example.com', 'a b@example.com'])(
    'never happens in silence: %s is refused instead',
    (address) => {
      expect(isSignUpEmail(address)).toBe(false)
    },
  )

  it('does not refuse capitals and spaces around', () => {
    expect(isSignUpEmail(' Ada@Example.com ')).toBe(true)
    expect(normaliseEmail(' Ada@Example.com ')).toBe('ada@example.com')
  })
})
