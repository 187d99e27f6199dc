import { describe, expect, it } from 'vitest'
import { findBoardMember, listBoard, readSocialLink } from './board.ts'
import type { BoardMember, BoardType } from './content.ts'

const member = (id: number, name: string, type: BoardType): BoardMember => ({
  id,
  name,
  type,
  position: 'Member',
  bio: 'Farms.',
  image: null,
  socialMedia: {},
  isDemo: false,
})

const members = [
  member(1, 'Ada O. Obi', 'board'),
  member(2, 'Ben Ode', 'board'),
  member(3, 'ADA O OBI', 'investor'),
  member(4, 'ada-o-obi', 'investor'),
  member(5, 'Ṣadé', 'investor'),
  member(6, 'Ọdé', 'investor'),
]
const names = (tab: 'all' | 'board' | 'investor') => listBoard(members, tab).map(({ name }) => name)

describe('the board', () => {
  it('shows each name once, the first of them, however it is written', () => {
    expect(names('all')).toEqual(['Ada O. Obi', 'Ben Ode', 'Ṣadé', 'Ọdé'])
  })

  it('filters by tab before it drops duplicates, so that nobody disappears from a tab', () => {
    expect(names('board')).toEqual(['Ada O. Obi', 'Ben Ode'])
    expect(names('investor')).toEqual(['ADA O OBI', 'Ṣadé', 'Ọdé'])
  })

  it('gives both badges to a name of both lists, where all are shown, and one in a tab', () => {
    expect(listBoard(members, 'all').map(({ types }) => types)).toEqual([
      ['board', 'investor'],
      ['board'],
      ['investor'],
      ['investor'],
    ])
    expect(listBoard(members, 'investor')[0]?.types).toEqual(['investor'])
  })

  it('finds everybody by number, duplicates too, and nobody by anything else', () => {
    expect(findBoardMember(members, '4')?.name).toBe('ada-o-obi')
    for (const id of ['0', '-1', '7', '01', '1.0', '1e0', ' 1', '', 'ada', '9'.repeat(30)])
      expect([id, findBoardMember(members, id)]).toEqual([id, undefined])
  })
})

describe('a social link', () => {
  it.each([
    null,
    undefined,
    '',
    ' ',
    '#',
    '/',
    'https://linkedin.com',
    'https://www.linkedin.com/',
    'https://twitter.com//',
    'https://x.com/?lang=en',
    'linkedin.com/in/ada',
    'javascript:alert(1)',
    'http://linkedin.com/in/ada',
  ])('%s names nobody and is not shown', (link) => {
    expect(readSocialLink(link)).toBeUndefined()
  })

  it('that names a user is shown', () => {
    expect(readSocialLink(' https://www.linkedin.com/in/ada-obi ')).toBe(
      'https://www.linkedin.com/in/ada-obi',
    )
  })
})
