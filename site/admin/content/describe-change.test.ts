import { describe, expect, it } from 'vitest'
import { describePublished, sayByLabel } from './describe-change.ts'

it('what is refused of a value is said by the label of its box', () => {
  expect(sayByLabel('courses', 'learns', 'Learns has 10 to 2,000 characters.')).toBe(
    'What one learns has 10 to 2,000 characters.',
  )
  expect(sayByLabel('courses', 'price_kobo', 'The price is at most 1,000,000,000 naira.')).toBe(
    'The price is at most 1,000,000,000 naira.',
  )
  expect(sayByLabel('courses', 'starts_on', 'Starts on must not be empty.')).toBe(
    'First day must not be empty.',
  )
  const shape = 'Figures are at most four lines'
  expect(sayByLabel('stories', 'figures', shape)).toBe(shape)
})

describe('what was published', () => {
  const key = { page: 'sustainable-farming', key: 'hero.title' }
  const text = { table: 'page_texts', verb: 'insert', key, columns: ['key', 'page', 'text'] } as const

  it('of a text says which one it was and what it says by now, in words', () => {
    const long = 'Farms that last. '.repeat(8)
    const rows = (text: string) => ({ page_texts: [{ ...key, text }] })
    expect(describePublished(text, rows('Farms that last'))).toBe(
      'Changed page texts on /sustainable-farming: heading. Now: Farms that last',
    )
    expect(describePublished({ ...text, verb: 'update', columns: ['text'] }, rows(long))).toMatch(
      /heading\. Now: Farms that last\. .{30,50}…$/,
    )
    // Put back since, or not read yet.
    const named = 'Changed page texts on /sustainable-farming: heading'
    expect(describePublished(text, {})).toBe(named)
    expect(describePublished({ table: 'page_texts', verb: 'delete', key }, {})).toBe(
      'Back to the original: page texts on /sustainable-farming: heading',
    )
    const picture = { page: 'agriculture', key: 'hero.picture' }
    expect(
      describePublished(
        { ...text, key: picture },
        {
          page_texts: [
            {
              ...picture,
              text: '/storage/v1/object/public/board-photos/acd74b14.jpg\nRice near Keffi',
            },
          ],
        },
      ),
    ).toBe('Changed page texts on /agriculture: picture. Now: Rice near Keffi')
  })

  it('of several values names each in the words of its form, and no column', () => {
    const change = { table: 'board_members', verb: 'update', key: { id: 7 } } as const
    const rows = { board_members: [{ id: 7, name: 'Ada Obi', is_published: true }] }
    expect(describePublished({ ...change, columns: ['is_published'] }, rows)).toMatch(
      /^Changed board Ada Obi: [a-z ]+\. Now: yes$/,
    )
    expect(describePublished({ ...change, columns: ['bio', 'some_column'] }, rows)).toMatch(/, some column$/)
  })
})
