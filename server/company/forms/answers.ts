// How a form is answered: to a script in JSON, to a page without scripts by a page.
import type { FormAnswer, FormDefinition } from '#domain/forms.ts'
import { type Html, html } from '#server/lib/html.ts'
import type { Frame } from '#server/pages/frame.ts'

export function wantsJson(
  accept: string | null | undefined,
  contentType: string | null | undefined,
): boolean {
  return /\bapplication\/json\b/.test(accept ?? '') || (contentType ?? '').startsWith('application/json')
}

export function answerForm(
  status: number,
  answer: FormAnswer,
  headers: Record<string, string> = {},
): Response {
  return Response.json(answer, { status, headers: headers })
}

/** A sentence, and the way back. */
export function refusedPage(
  frame: Frame,
  form: FormDefinition,
  refusal: { status: number; message: string; headers?: Record<string, string>; more?: Html },
): Response {
  const { status, message, headers = {}, more = '' } = refusal
  return frame.page({
    title: form.title,
    status,
    headers,
    body: html`<p class="problems" role="alert">${message}</p>${more}<p><a href="${form.page}">Back to the page</a></p>`,
  })
}
