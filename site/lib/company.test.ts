import { describe, expect, it } from 'vitest'
import { asName, chatUrl } from '#site/lib/company.ts'

describe('what pages say about the company', () => {
  it('opens the chat app on the digits of the number with the message written', () => {
    expect(chatUrl('+234 803 000 0000', 'Hello & welcome')).toBe(
      'https://wa.me/2348030000000?text=Hello%20%26%20welcome',
    )
  })

  it('gives the company’s name a capital where it stands as a name', () => {
    expect(asName('the company')).toBe('The company')
    expect(asName('Ọ̀yọ́ Farms')).toBe('Ọ̀yọ́ Farms')
  })
})
