/** Mentions in a note: where one begins, who is offered, and who is meant by what stands there. */
import { describe, expect, it } from 'vitest'
import { findMentionStart, matchColleagues } from './find-mention.ts'
import { readMentions } from './mentions.ts'

const people = [
  { user_id: '1', full_name: 'Ada' },
  { user_id: '2', full_name: 'Ada Obi' },
  { user_id: '3', full_name: 'Bola Reviewer' },
]

describe('a mention', () => {
  it.each([
    ['@', 1, { at: 0, typed: '' }],
    ['Please ring, @bo', 16, { at: 13, typed: 'bo' }],
    ['(@Ada O', 7, { at: 1, typed: 'Ada O' }],
    ['a@b', 3, null],
    ['@Bola said', 0, null],
    ['no one', 6, null],
  ])('in %j at %i begins at %j', (text, caret, start) => {
    expect(findMentionStart(text, caret)).toEqual(start)
  })

  it('offers whose name has such a word', () => {
    expect(matchColleagues(people, 'rev').map(({ user_id }) => user_id)).toEqual(['3'])
    expect(matchColleagues(people, 'ada o').map(({ user_id }) => user_id)).toEqual(['2'])
    expect(matchColleagues(people, '')).toHaveLength(3)
  })

  it('means the longest name that stands there', () => {
    expect(readMentions('For @Ada Obi and @Bola Reviewer', people)).toEqual(['2', '3'])
    expect(readMentions('For @Ada', people)).toEqual(['1'])
    expect(readMentions('@Ada Obi, @Ada', people)).toEqual(['1', '2'])
    expect(readMentions('Ada Obi', people)).toEqual([])
  })
})
