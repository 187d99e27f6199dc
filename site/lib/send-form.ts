/** Sends a public form as the browser itself would, but requests an answer that a script can read. */
import type { AnswersInput, FormAnswer } from '#domain/forms.ts'
import { type Caller, callServer, longTimeoutMs, ServerError } from '#site/lib/call-server.ts'
import { type Attempt, planAttempt } from '#site/lib/form/attempt.ts'

/** The answers as the rules read them: text, and true for a ticked box. */
export function readInput(form: HTMLFormElement): AnswersInput {
  const input: Record<string, unknown> = {}
  for (const [name, value] of new FormData(form)) {
    const control = form.elements.namedItem(name)
    const isBox = control instanceof HTMLInputElement && control.type === 'checkbox'
    input[name] = isBox ? true : value
  }
  return input
}

/** Each form's last attempt, until it is taken. */
const attempts = new WeakMap<HTMLFormElement, Attempt>()

/** Always answers: a network error is put in words too. */
export async function sendForm(form: HTMLFormElement, as: Caller = 'nobody'): Promise<FormAnswer> {
  const body = new FormData(form)
  const entries = [...body].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : [value.name, value.size],
  ])
  const attempt = planAttempt(entries, attempts.get(form))
  attempts.set(form, attempt)
  try {
    await callServer('POST', form.action, form.enctype === 'multipart/form-data' ? body : textsOf(body), {
      as,
      timeoutMs: longTimeoutMs,
      idempotencyKey: attempt.key,
    })
    attempts.delete(form)
    return { ok: true }
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    return { ok: false, message: error.message, errors: [...error.problems] }
  }
}

function textsOf(body: FormData): URLSearchParams {
  const texts = new URLSearchParams()
  for (const [name, value] of body) if (typeof value === 'string') texts.append(name, value)
  return texts
}
