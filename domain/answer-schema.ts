/** A zod schema from a form's rule; apart from the rules, so that pages without schemas carry no zod. */
import * as z from 'zod/mini'
import { cleanAnswer, type FieldRule, findAnswerProblem, normaliseAnswer } from './fields.ts'

/** The schema of one answer: string in, cleaned and normalised string out, one sentence when it is refused. */
export function answerSchema(field: FieldRule) {
  return z.string(field.message).check(
    z.overwrite((value) => cleanAnswer(field.kind, value)),
    z.check((context) => {
      const problem = findAnswerProblem(field, context.value)
      if (problem !== null) {
        context.issues.push({ code: 'custom', message: problem, input: context.value, continue: false })
      }
    }),
    z.overwrite((value) => normaliseAnswer(field.kind, value)),
  )
}
