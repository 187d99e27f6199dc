// The answer to a registration without scripts that is not even read, because it brings too much.
import { formMessages } from '#domain/form-messages.ts'
import { formPageWords as words } from '#domain/form-words.ts'
import { plainFormNames, plainFormPaths } from '#domain/registrations/plain-forms.ts'
import { registrationForms } from '#domain/registrations/registrations.ts'
import type { AnswerTooLarge } from '#server/http/body-limit.ts'
import { html } from '#server/lib/html.ts'
import { createFrame, type FrameOptions } from '#server/pages/frame.ts'

export function createAnswerTooLongForm(options: FrameOptions): AnswerTooLarge {
  const frame = createFrame(options)
  return ({ path }) => {
    const form = plainFormNames.find((name) => plainFormPaths[name] === path)
    if (!form) return null
    return frame.page({
      title: registrationForms[form].title,
      status: 413,
      headers: { connection: 'close' },
      body: html`<p class="problems" role="alert">${formMessages.tooLarge}</p><p>${words.browserHasIt}</p><p><a href="${path}">${words.back}</a></p>`,
    })
  }
}
