// Plain text: what is removed, what stays, and that cleaning twice changes nothing.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText, countCharacters } from './text.ts'

describe('a line of text', () => {
  it.each([
    ['<b>Ada</b> Obi', 'Ada Obi'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<<b>script>x', 'script>x'],
    ['<img src=x onerror=alert(1)', 'img src=x onerror=alert(1)'],
    ['<!-- hidden -->Ada', 'Ada'],
    ['Ada\u202eimO\u200b', 'AdaimO'],
    ['Ada\u0000\u0007 Obi', 'Ada Obi'],
    [' Ada\t\n  Obi\u00a0', 'Ada Obi'],
    ['broken \ud800 half', 'broken half'],
  ])('loses markup and hidden characters: %j', (typed, clean) => {
    expect(cleanLine(typed)).toBe(clean)
  })

  it.each([
    "O'Neil-Adé",
    'Ọláwálé Ẹniọlá',
    'Ƙwarai Ɗan Ɓaba',
    'Chịnụa',
    '< 5 bags',
    'a < b > c',
    'R&D',
    '😀',
  ])('keeps what people are called and write: %s', (typed) => {
    expect(cleanLine(typed)).toBe(typed)
  })

  it('writes the same letters in the same way', () => {
    expect(cleanLine('Ade\u0301')).toBe('Adé')
  })

  it('cannot open a tag any more, and does not change when it is cleaned again', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '/',
      'b',
      '!',
      '?',
      ' ',
      '\n',
      '\u200b',
      'e',
      '\u0301',
      '\u212a',
      '=',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((list) => list.join('')),
    )
    fc.assert(
      fc.property(text, (typed) => {
        for (const clean of [cleanLine, cleanText]) {
          const once = clean(typed)
          expect(clean(once)).toBe(once)
          expect(once).not.toMatch(/<[a-z/!?]/i)
        }
      }),
      { numRuns: 500, seed: 7 },
    )
  })
})

describe('several lines of text', () => {
  it('keep their line breaks, at most one empty line in a row', () => {
    expect(cleanText('  12 Marina Road \r\n\r\n\r\n\r\n Lagos\t Nigeria\n')).toBe(
      '12 Marina Road\n\nLagos Nigeria',
    )
  })
})

describe('length', () => {
  it('counts characters as people do, not the halves of an emoji', () => {
    expect(countCharacters('😀é')).toBe(2)
  })
})
