/** Colleagues whom a note mentions: @ and their name, as it stands in the list of colleagues. */
import type { Assignee } from '#domain/admin/admin.ts'

export interface MentionStart {
  /** Where the @ stands. */
  at: number
  /** What is typed of the name. */
  typed: string
}

/** The mention that is being typed before the caret; null where there is none. A name may have a space in it. */
export function findMentionStart(text: string, caret: number): MentionStart | null {
  const match = /(?:^|[\s(])@([^\s@]{0,40}(?: [^\s@]{0,40}){0,2})$/.exec(text.slice(0, caret))
  return match ? { at: caret - (match[1] ?? '').length - 1, typed: match[1] ?? '' } : null
}

/** Whose name has a word that begins so; at most six. */
export function matchColleagues(people: readonly Assignee[], typed: string): Assignee[] {
  const words = typed.trim().toLowerCase()
  return people.filter(({ full_name }) => ` ${full_name.toLowerCase()}`.includes(` ${words}`)).slice(0, 6)
}

/** The ids of whom a text mentions. The longest names are looked for first: "Ada" is not meant by "@Ada Obi". */
export function readMentions(text: string, people: readonly Assignee[]): string[] {
  let rest = text
  const names = [...new Set(people.map(({ full_name }) => full_name))].sort((a, b) => b.length - a.length)
  const mentioned = new Set<string>()
  for (const name of names) {
    const parts = rest.split(`@${name}`)
    if (parts.length === 1) continue
    mentioned.add(name)
    rest = parts.join(' ')
  }
  return people.filter(({ full_name }) => mentioned.has(full_name)).map(({ user_id }) => user_id)
}
