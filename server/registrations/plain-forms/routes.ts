// Registrations of browsers without scripts: one page, posted as a form, judged and stored as any other registration.
import { createHash, randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { consentTexts } from '#domain/consents.ts'
import { formMessages } from '#domain/form-messages.ts'
import { honeypotField, idempotencyField } from '#domain/forms.ts'
import { promises } from '#domain/limits.ts'
import { refusals } from '#domain/refusals.ts'
import type { RegistrationReceived } from '#domain/registrations/intake.ts'
import { plainFormWords } from '#domain/registrations/plain-form-words.ts'
import {
  forgetField,
  type PlainFormName,
  type PlainFormPage,
  type PlainFormReceipt,
  type PostedValues,
  plainFormNames,
  plainFormPaths,
  plainFormSentPath,
  readPlainAnswers,
  termsVersionField,
} from '#domain/registrations/plain-forms.ts'
import { getRegistrationRules } from '#domain/registrations/readers.ts'
import { listSecretFields } from '#domain/registrations/rules.ts'
import { type AppContext, asRefusal, describeFault, RefusedError } from '#server/http/answers.ts'
import { type Attempt, createAttempts } from '#server/http/attempts.ts'
import type { TakeForm } from '#server/http/form-limits.ts'
import { isOwnPost } from '#server/http/own-origin.ts'
import type { RouteOptions } from '#server/http/route-options.ts'
import { createIntake, type IntakeOptions } from '../intake.ts'
import { createSentCookie, type SentAttempt } from './sent-cookie.ts'

export interface PlainFormsOptions
  extends Omit<RouteOptions, 'clientAddress'>,
    Omit<IntakeOptions, 'proofs'> {
  /** The application's secret: links and the cookie derive from it. */
  secret: string
  siteUrl: string
  take: TakeForm
  /** Whom to call. */
  companyPhone: () => string | null
  draw: (page: PlainFormPage, status?: number) => Promise<Response>
}

/** The longest form has some thirty questions, of which one is answered by any number of boxes. */
const maxFields = 120

export function createPlainForms(options: PlainFormsOptions): Hono<{ Bindings: HttpBindings }> {
  const { secret, siteUrl, clock, log, take, draw, isOwnOrigin, companyPhone } = options
  const app = new Hono<{ Bindings: HttpBindings }>()
  // A person without scripts can compute no proof: the limit of plain posts stands in its place.
  const proofs = { use: async () => false }
  const intake = createIntake({ ...options, proofs })
  const attemptOf = createAttempts(secret)
  const cookie = createSentCookie({ secret, secure: siteUrl.startsWith('https:'), clock })

  for (const form of plainFormNames) {
    app.get(plainFormPaths[form], async (c) => {
      const wait = take(c, 'plainPages')
      if (wait > 0) return refuseWait(form, wait)
      cookie.begin(c, form)
      // Who goes back finds the form with what was typed, and no word of what became of it.
      return withCookies(
        c,
        await draw({ ...emptyForm(form), sentJustNow: readReceiptOf(c, form)?.reference }),
      )
    })
    app.get(plainFormSentPath(form), (c) => draw({ form, kind: 'sent', receipt: readReceiptOf(c, form) }))
    app.post(plainFormSentPath(form), async (c): Promise<Response> => {
      if (!isOwnPost(c.req.raw, isOwnOrigin))
        return draw({ form, kind: 'refused', message: formMessages.refused }, 403)
      const posted = await readPosted(c.req.raw)
      if (posted?.get(forgetField) === undefined)
        return draw({ form, kind: 'forget', receipt: readReceiptOf(c, form) })
      cookie.forget(c, form)
      // Nor does the browser store what was typed, for a person who goes back.
      c.header('clear-site-data', '"cache"')
      return c.redirect('/', 303)
    })
    app.post(plainFormPaths[form], (c) => answer(c, form))
  }

  const readReceiptOf = (c: AppContext, form: PlainFormName) => cookie.read(c, form)?.receipt ?? null

  const refuseWait = (form: PlainFormName, seconds: number) =>
    draw({ form, kind: 'refused', message: plainFormWords.tooOften(seconds, companyPhone()) }, 429).then(
      (response) => {
        response.headers.set('retry-after', String(seconds))
        return response
      },
    )

  async function answer(c: AppContext, form: PlainFormName): Promise<Response> {
    const wait = Math.max(take(c, 'posts'), take(c, 'plainPosts'))
    if (wait > 0) return refuseWait(form, wait)
    if (!isOwnPost(c.req.raw, isOwnOrigin))
      return draw({ form, kind: 'refused', message: formMessages.refused }, 403)
    const posted = await readPosted(c.req.raw)
    if (!posted) return draw({ form, kind: 'refused', message: formMessages.unreadable }, 400)
    const answers = readPlainAnswers(getRegistrationRules(form), posted)
    const attempt = nameAttempt(c, form, answers, posted.get(idempotencyField) || randomUUID())
    try {
      // Anyone who fills in what nobody sees is no person; a person whose browser did it can still try again.
      if ((posted.get(honeypotField) ?? '').trim() !== '') throw new RefusedError('proof')
      const derived = deriveAttempt(form, attempt, answers)
      const received = await submit(form, answers, derived, posted.get(termsVersionField))
      return accept(c, form, readReceipt(received, answers, clock()), { name: attempt, key: derived.key })
    } catch (error) {
      const refusal = asRefusal(error)
      if (!refusal)
        log.error({ ...describeFault(error), form }, 'a registration without scripts was not taken')
      return refuseForm(form, answers, attempt, refusal ?? new RefusedError('unavailable'))
    }
  }

  /** What was changed after going back is another attempt, also under the page's own name for it. */
  function deriveAttempt(form: PlainFormName, name: string, answers: Record<string, unknown>): Attempt {
    const content = createHash('sha256').update(JSON.stringify(answers)).digest('base64url')
    return attemptOf(`${form} without scripts`, null, name + content)
  }

  /**
   * The form that is loaded again has a new name, and the browser may have filled it in with what was just sent: the same
   * answers stay the attempt that they were.
   */
  function nameAttempt(
    c: AppContext,
    form: PlainFormName,
    answers: Record<string, unknown>,
    posted: string,
  ): string {
    const sent = cookie.read(c, form)?.attempt
    return sent && deriveAttempt(form, sent.name, answers).key === sent.key ? sent.name : posted
  }

  function submit(
    form: PlainFormName,
    answers: Record<string, unknown>,
    attempt: Attempt,
    termsVersion: string | undefined,
  ): Promise<RegistrationReceived> {
    const key = randomUUID()
    const request = {
      answers,
      idempotencyKey: key,
      consents:
        answers.acceptTerms === true && termsVersion
          ? [{ purpose: consentTexts.terms.purpose, textVersion: termsVersion }]
          : [],
    }
    const sender = { userId: null, channel: 'web', enteredBy: null, proof: null } as const
    return intake.submit(form, request, sender, attempt)
  }

  function accept(
    c: AppContext,
    form: PlainFormName,
    receipt: PlainFormReceipt,
    attempt: SentAttempt,
  ): Response | Promise<Response> {
    // A browser that returns no cookies is shown it at once: the page after it would know nothing.
    if (!cookie.isReturned(c)) return draw({ form, kind: 'sent', receipt })
    cookie.write(c, form, { receipt, attempt })
    return c.redirect(plainFormSentPath(form), 303)
  }

  async function refuseForm(
    form: PlainFormName,
    answers: Record<string, unknown>,
    attempt: string,
    { code, message, errors, retryAfterSeconds }: RefusedError,
  ): Promise<Response> {
    const named = errors.filter(({ field }) => Object.hasOwn(getRegistrationRules(form), field))
    const response = await draw(
      {
        form,
        kind: 'form',
        attempt,
        answers: withoutSecrets(form, answers),
        withheld: listSecretFields(getRegistrationRules(form)).filter((name) => answers[name]),
        problems: named,
        ...(named.length === 0 && { message }),
      },
      refusals[code].status,
    )
    if (code === 'unavailable') response.headers.set('retry-after', String(retryAfterSeconds ?? 2))
    return response
  }

  return app
}

const emptyForm = (form: PlainFormName) => ({
  form,
  kind: 'form' as const,
  attempt: randomUUID(),
  answers: {},
  withheld: [],
  problems: [],
})

function withoutSecrets(form: PlainFormName, answers: Record<string, unknown>): Record<string, unknown> {
  const secrets = listSecretFields(getRegistrationRules(form))
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !secrets.includes(name)))
}

function readReceipt(
  { reference, status, isNew, trackingPath, photo }: RegistrationReceived,
  { noEmail }: Record<string, unknown>,
  now: Date,
): PlainFormReceipt {
  return {
    reference,
    status,
    isNew,
    trackingPath,
    wantsPhoto: photo !== null,
    hasEmail: noEmail !== true,
    answerBy: new Date(now.getTime() + promises.registrationAnswerHours * 3_600_000).toISOString(),
  }
}

/** Files are not taken; of a name that comes twice the first counts. */
async function readPosted(request: Request): Promise<PostedValues | null> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded' && type !== 'multipart/form-data') return null
  const data = await request.formData().catch(() => undefined)
  const entries = data ? [...data.entries()] : []
  if (!data || entries.length > maxFields) return null
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const getAll = (name: string) => texts.filter(([key]) => key === name).map(([, value]) => value)
  return { getAll, get: (name) => getAll(name)[0] }
}

/** The page's own answer, with what was set for this request. */
function withCookies(c: AppContext, response: Response): Response {
  for (const value of c.res.headers.getSetCookie()) response.headers.append('set-cookie', value)
  return response
}
