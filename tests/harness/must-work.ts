/** The data of an answer that must not be an error. */
export function mustWork<Answer extends { data: unknown; error: unknown }>(
  answer: Answer,
): NonNullable<Extract<Answer, { error: null }>['data']> {
  if (answer.error) throw answer.error
  return answer.data as NonNullable<Extract<Answer, { error: null }>['data']>
}
