// The public forms: posted by a script or by a plain page, checked, limited, stored, and answered in kind.
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { contactForm } from '#domain/company/contact-messages.ts'
import { type Content, findPosition } from '#domain/company/content.ts'
import { aboutApplication } from '#domain/company/job-applications.ts'
import { formMessages } from '#domain/form-messages.ts'
import { formPageWords as words } from '#domain/form-words.ts'
import { type FieldProblem, type FormDefinition, findFileProblem } from '#domain/forms.ts'
import { refusals } from '#domain/refusals.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import { asRefusal } from '#server/http/answers.ts'
import type { TakeForm } from '#server/http/form-limits.ts'
import { isOwnPost } from '#server/http/own-origin.ts'
import type { FindRecordSender } from '#server/http/record-sender.ts'
import type { RouteOptions } from '#server/http/route-options.ts'
import type { SecurityHeaders } from '#server/http/security-headers.ts'
import { html } from '#server/lib/html.ts'
import { stopMailsPath } from '#server/mail/letter.ts'
import { createFrame } from '#server/pages/frame.ts'
import { answersFor } from './answers.ts'
import { confirmedMailsRoutes } from './confirmed-mails.ts'
import type { CvStore } from './cv-store.ts'
import { renderFormAgain } from './form-page.ts'
import { mailChoiceRoutes } from './mail-choices.ts'
import { type Post, readPost, UnreadablePostError } from './read-post.ts'
import { servedForms } from './served-forms.ts'
import { RefusedFormError, submitForm } from './submit.ts'

export interface FormsOptions extends RouteOptions {
  content: () => Content
  cvs: CvStore
  security: SecurityHeaders
  companyName: () => string
  take: TakeForm
  findSender: FindRecordSender
}

type FormsContext = Context<{ Bindings: HttpBindings }>

export function createForms(options: FormsOptions): Hono<{ Bindings: HttpBindings }> {
  const { isOwnOrigin, log, take } = options
  const app = new Hono<{ Bindings: HttpBindings }>()
  const frame = createFrame(options)

  for (const form of servedForms) {
    const { path } = form
    app.post(path, (c) => answer(c, form))
    // Someone loads the address of a form that was refused.
    app.get(path, (c) => c.redirect(form.page, 303))
    app.get(`${path}/sent`, () => sentPage(form))
  }
  app.route('/', confirmedMailsRoutes({ ...options, frame, take: (c) => take(c, 'links') }))
  const mailChoices = mailChoiceRoutes({ ...options, frame, take: (c) => take(c, 'links') })
  app.all(stopMailsPath, (c) => mailChoices.fetch(c.req.raw, c.env))

  async function answer(c: FormsContext, form: FormDefinition): Promise<Response> {
    const { toScript, accept, refuse } = answersFor(frame, form, {
      accept: c.req.header('accept'),
      contentType: c.req.header('content-type'),
    })
    const waitSeconds = Math.max(take(c, 'posts'), toScript ? 0 : take(c, 'plainPosts'))
    if (waitSeconds > 0)
      return refuse(429, formMessages.tooMany, { headers: { 'retry-after': String(waitSeconds) } })
    if (!isOwnPost(c.req.raw, isOwnOrigin)) return refuse(403, formMessages.refused)
    let post: Post
    try {
      post = await readPost(c.req.raw, form)
    } catch (error) {
      if (error instanceof UnreadablePostError) return refuse(400, formMessages.unreadable)
      throw error
    }
    // Anyone who fills in what nobody sees is answered that all went well, and nothing is stored.
    if (post.isTrapped) return accept()
    const again = (problems: readonly FieldProblem[]) => () =>
      renderFormAgain(form, post.values, problems, aboutOf(form, post))
    const refuseFields = (errors: FieldProblem[]) =>
      refuse(422, errors[0]?.message ?? formMessages.unreadable, { errors, again: again(errors) })
    const verdict = form.read(post.values)
    const problems = [
      ...(verdict.ok ? [] : verdict.problems),
      ...findFileProblem(form, post.file?.bytes.length ?? 0),
    ]
    if (!verdict.ok || problems.length > 0) return refuseFields(problems)
    const comesFromRecord = form.name === contactForm.name && c.req.query('about') !== undefined
    try {
      const sender = comesFromRecord ? await options.findSender(c) : null
      await submitForm(options, form, post, verdict.answers, sender)
      return accept()
    } catch (error) {
      if (error instanceof RefusedFormError) return refuseFields(error.problems)
      const refusal = comesFromRecord ? asRefusal(error) : null
      if (refusal && refusal.code !== 'unavailable')
        return refuse(refusals[refusal.code].status, refusal.message)
      if (!isDatabaseUnavailable(error)) log.error({ error, form: form.name }, 'a form was not stored')
      // Nothing that was typed may be lost by our fault.
      return refuse(503, formMessages.unavailable, {
        headers: { 'retry-after': '2' },
        again: again([{ field: '', message: formMessages.unavailable }]),
      })
    }
  }

  /** An application's page names the position above the form: so does the form when it is shown again. */
  function aboutOf(form: FormDefinition, { values }: Post): string | undefined {
    if (form.name !== 'jobApplication') return undefined
    const position = findPosition(options.content(), String(values.positionId ?? ''))
    return position ? aboutApplication.position(position.title) : aboutApplication.general
  }

  function sentPage(form: FormDefinition): Response {
    return frame.page({
      title: form.title,
      body: html`<p class="done" role="status">${form.success}</p>${(form.next ?? []).map(({ label, path }) => html`<p><a href="${path}">${label}</a></p>`)}<p><a href="${form.page}">${words.back}</a></p>`,
    })
  }

  return app
}
