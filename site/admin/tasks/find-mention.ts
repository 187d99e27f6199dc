/** The mention that is being typed, and whom it may mean. */
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
