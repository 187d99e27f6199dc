// The answer to a form that is not even read, because it brings too much: in kind, as to any other that is refused.
import { formMessages } from '#domain/form-messages.ts'
import { formPageWords as words } from '#domain/form-words.ts'
import { type FieldProblem, findFileQuestion } from '#domain/forms.ts'
import type { AnswerTooLarge } from '#server/http/body-limit.ts'
import { html } from '#server/lib/html.ts'
import { createFrame, type FrameOptions } from '#server/pages/frame.ts'
import { answersFor } from './answers.ts'
import { servedForms } from './served-forms.ts'

export function createAnswerTooLarge(options: FrameOptions): AnswerTooLarge {
  const frame = createFrame(options)
  return ({ path, accept, contentType }) => {
    const form = servedForms.find((one) => one.path === path)
    if (!form) return null
    const file = findFileQuestion(form)
    const problem: FieldProblem = file
      ? { field: file.name, message: file.tooLarge }
      : { field: '', message: formMessages.tooLarge }
    return answersFor(frame, form, { accept, contentType }).refuse(413, problem.message, {
      errors: [problem],
      headers: { connection: 'close' },
      more: html`<p>${words.browserHasIt}</p>`,
    })
  }
}
