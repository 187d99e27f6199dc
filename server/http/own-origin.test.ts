import { describe, expect, it } from 'vitest'
import { createIsOwnOrigin } from './own-origin.ts'

describe('a page of ours', () => {
  it.each([
    ['https://www.example.com', 'https://www.example.com/forms/contact', true],
    ['https://www.example.com/contact', 'https://www.example.com/forms/contact', true],
    // Behind a proxy the application itself is called under another name.
    ['https://www.example.com', 'http://127.0.0.1:3000/forms/contact', true],
    ['https://evil.example', 'https://evil.example/forms/contact', false],
    ['http://www.example.com', 'http://www.example.com/forms/contact', false],
    ['null', 'https://www.example.com/forms/contact', false],
  ])('with SITE_URL: %s, asked as %s: %s', (from, requested, is) => {
    expect(createIsOwnOrigin('https://www.example.com')(from, requested)).toBe(is)
  })

  it.each([
    ['http://localhost:3000', 'http://localhost:3000/forms/contact', true],
    ['http://127.0.0.1:3000/contact', 'http://127.0.0.1:3000/forms/contact', true],
    ['http://127.0.0.1:3001', 'http://127.0.0.1:3000/forms/contact', false],
    ['null', 'http://localhost:3000/forms/contact', false],
  ])('without it: %s, asked as %s: %s', (from, requested, is) => {
    expect(createIsOwnOrigin(undefined)(from, requested)).toBe(is)
  })
})
