// Passwords that thieves try first: the 49,000 most used of zxcvbn's list (https://github.com/zxcvbn-ts/zxcvbn).
import type { PasswordSettings } from '../settings.ts'

/** So many signs around a shorter word may make it long enough. */
const maxSigns = 2

let lists: Map<number, Promise<Set<string>>> | undefined

/**
 * Whether many people use it, in whatever case and with whatever signs around it: `Password1!` is `password1`. The list is
 * loaded at the first question, and of it is stored what these settings let pass otherwise.
 */
export async function isCommonPassword(password: string, { minLength }: PasswordSettings): Promise<boolean> {
  lists ??= new Map()
  const list = lists.get(minLength) ?? loadList(minLength)
  lists.set(minLength, list)
  const typed = password.toLowerCase()
  const bare = typed.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
  return (await list).has(typed) || (await list).has(bare)
}

async function loadList(minLength: number): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= minLength - maxSigns))
}
