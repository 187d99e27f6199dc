/** A row that is there already, said at the box that makes two of it: the database names only the constraint. */
import { ruleBroken } from '#domain/refusals.ts'

interface Answer {
  error: { code: string; message: string; hint?: string | null } | null
}

export async function sayRepeated(
  call: PromiseLike<Answer>,
  field: string,
  sentence: string,
): Promise<Answer> {
  const answer = await call
  return answer.error?.code === '23505' ? { error: { ...ruleBroken(sentence), hint: field } } : answer
}
