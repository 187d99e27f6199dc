// How a form is answered, in JSON to a script and by a page without scripts: one handler says what, this says how.
import { formPageWords as words } from '#domain/form-words.ts'
import type { FieldProblem, FormAnswer, FormDefinition } from '#domain/forms.ts'
import { type Html, html } from '#server/lib/html.ts'
import type { Frame } from '#server/pages/frame.ts'

export interface FormAnswers {
  /** Whether a script sent it. */
  toScript: boolean
  accept(): Response
  refuse(status: number, message: string, details?: RefusalDetails): Response
}

interface RefusalDetails {
  errors?: FieldProblem[]
  headers?: Record<string, string>
  /** What a page says below the sentence. */
  more?: Html
  /** What a page shows in place of the sentence: the form again, with everything that was typed. */
  again?: () => Html
}

export function answersFor(
  frame: Frame,
  form: FormDefinition,
  { accept, contentType }: Record<'accept' | 'contentType', string | null | undefined>,
): FormAnswers {
  if (/\bapplication\/json\b/.test(accept ?? '') || contentType?.startsWith('application/json'))
    return {
      toScript: true,
      accept: () => answerJson(200, { ok: true }),
      refuse: (status, message, { errors = [], headers } = {}) =>
        answerJson(status, { ok: false, message, errors }, headers),
    }
  return {
    toScript: false,
    accept: () => new Response(null, { status: 303, headers: { location: `${form.path}/sent` } }),
    refuse: (status, message, { headers = {}, more = html``, again } = {}) =>
      frame.page({
        title: form.title,
        status,
        headers,
        body:
          again?.() ??
          html`<p class="problems" role="alert">${message}</p>${more}<p><a href="${form.page}">${words.back}</a></p>`,
      }),
  }
}

function answerJson(status: number, answer: FormAnswer, headers: Record<string, string> = {}): Response {
  return Response.json(answer, { status, headers })
}
