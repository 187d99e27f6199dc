/** Sends a public form as the browser itself would, but asks for an answer that a script can read. */
import { type FormAnswer, formMessages, type GivenAnswers, idempotencyField } from '#domain/forms.ts'
import { networkHint } from '#site/lib/network.ts'
import { makeUuid } from '#site/lib/random-uuid.ts'

const patienceMs = 60_000

/** The answers as the rules read them: text, and true for a ticked box. */
export function readGiven(form: HTMLFormElement): GivenAnswers {
  const given: Record<string, unknown> = {}
  for (const [name, value] of new FormData(form)) {
    const control = form.elements.namedItem(name)
    const isBox = control instanceof HTMLInputElement && control.type === 'checkbox'
    given[name] = isBox ? true : value
  }
  return given
}

/** The key of each form's last attempt: the same answers again are the same attempt, however often they are sent. */
const attempts = new WeakMap<HTMLFormElement, { answers: string; key: string }>()

function keyFor(form: HTMLFormElement, body: FormData): string {
  const answers = JSON.stringify(
    [...body].map(([name, value]) => [name, typeof value === 'string' ? value : [value.name, value.size]]),
  )
  const last = attempts.get(form)
  if (last?.answers === answers) return last.key
  const key = makeUuid()
  attempts.set(form, { answers, key })
  return key
}

/** Always answers: a network that is not there is told in words too. */
export async function sendForm(form: HTMLFormElement): Promise<FormAnswer> {
  const body = new FormData(form)
  body.delete(idempotencyField)
  body.set(idempotencyField, keyFor(form, body))
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: form.enctype === 'multipart/form-data' ? body : new URLSearchParams(textsOf(body)),
      signal: AbortSignal.timeout(patienceMs),
    })
    const answer = await readAnswer(response)
    if (answer.ok) attempts.delete(form)
    return answer
  } catch {
    return refuse(networkHint)
  }
}

function textsOf(body: FormData): [string, string][] {
  return [...body].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
}

async function readAnswer(response: Response): Promise<FormAnswer> {
  const answer: Partial<FormAnswer> | null = await response.json().catch(() => null)
  if (response.ok && answer?.ok) return { ok: true }
  if (answer && answer.ok === false && typeof answer.message === 'string') {
    return { ok: false, message: answer.message, errors: answer.errors ?? [] }
  }
  return refuse(response.status === 429 ? formMessages.tooMany : formMessages.unavailable)
}

function refuse(message: string): FormAnswer {
  return { ok: false, message, errors: [] }
}
