/** Colleagues whom a note mentions: @ and their name, as it stands in the list of colleagues. */
import type { Assignee } from '#domain/admin/admin.ts'

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
