/** The board page's rules: tabs, duplicates, badges, numbers in addresses, links that lead nowhere (decisions 13 to 15). */
import type { BoardMember, BoardType } from './content.ts'

export const boardTabs = [
  { value: 'all', label: 'All' },
  { value: 'board', label: 'Board Members' },
  { value: 'investor', label: 'Investors' },
] as const
export type BoardTab = (typeof boardTabs)[number]['value']

export const boardBadges: Record<BoardType, string> = { board: 'Board Member', investor: 'Investor' }

/** The same for the same person, however the name is written. Letters of every language count. */
export function boardNameKey(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

export interface BoardEntry extends BoardMember {
  /** Both where one name stands in both lists and the tab shows all. */
  types: BoardType[]
}

/** Filters by the tab first, then takes the first of each name: nobody disappears from a tab. */
export function listBoard(members: readonly BoardMember[], tab: BoardTab): BoardEntry[] {
  const shown = new Map<string, BoardEntry>()
  for (const member of members) {
    if (tab !== 'all' && member.type !== tab) continue
    const key = boardNameKey(member.name)
    const first = shown.get(key)
    if (!first) shown.set(key, { ...member, types: [member.type] })
    else if (!first.types.includes(member.type)) first.types.push(member.type)
  }
  return [...shown.values()]
}

/** By the number in the address; whatever is no such number is nobody. */
export function findBoardMember(members: readonly BoardMember[], id: string): BoardMember | undefined {
  if (!/^[1-9][0-9]{0,8}$/.test(id)) return undefined
  return members.find((member) => member.id === Number(id))
}

/** The link, or undefined for a placeholder: empty, '#', or an address that names nobody ('https://linkedin.com'). */
export function readSocialLink(link: string | null | undefined): string | undefined {
  const text = link?.trim()
  if (!text) return undefined
  try {
    const { protocol, pathname } = new URL(text)
    return protocol === 'https:' && pathname.replace(/\/+/g, '') !== '' ? text : undefined
  } catch {
    return undefined
  }
}
