// The link at the foot of a mail that members may switch off: one click, and no more of its kind come (RFC 8058).
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { stopMailsWords as words } from '#domain/account/notification-choices.ts'
import { formMessages } from '#domain/form-messages.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { html } from '#server/lib/html.ts'
import { stopMailsPath } from '#server/mail/letter.ts'
import type { Frame } from '#server/pages/frame.ts'

interface MailChoiceOptions {
  database: Database
  frame: Frame
  /** Seconds to wait, 0 when the request may go on. */
  take: (c: Context<{ Bindings: HttpBindings }>) => number
}

type Choice = keyof typeof words.stopped
const mailIdForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function mailChoiceRoutes({
  database,
  frame,
  take,
}: MailChoiceOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()

  const report = (text: string, status: number, headers: Record<string, string> = {}) =>
    frame.page({
      title: words.title,
      status,
      headers,
      body: html`<p class="${status < 400 ? 'done' : 'problems'}" role="status">${text}</p><p><a href="/account">${words.choose}</a></p>`,
    })

  app.use(async (c, next) => {
    const waitSeconds = take(c)
    if (waitSeconds > 0) return report(formMessages.tooMany, 429, { 'retry-after': String(waitSeconds) })
    await next()
  })

  // Filters open links: a mere GET switches nothing off.
  app.get(stopMailsPath, (c) =>
    frame.page({
      title: words.title,
      body: html`<p>${words.sentence}</p>
<form method="post" action="${stopMailsPath}"><input type="hidden" name="mail" value="${c.req.query('mail') ?? ''}"><button type="submit">${words.button}</button></form>`,
    }),
  )

  app.post(stopMailsPath, async (c) => {
    const body = await c.req.raw.formData().catch(() => undefined)
    const mailId = c.req.query('mail') ?? body?.get('mail')
    const choice = await stop(typeof mailId === 'string' ? mailId : '')
    if (body?.get('List-Unsubscribe') === 'One-Click')
      return c.text(choice ? 'Unsubscribed\n' : 'Unknown link\n', choice ? 200 : 404)
    return choice ? report(words.stopped[choice], 200) : report(words.tooOld, 410)
  })

  async function stop(mailId: string): Promise<Choice | null> {
    if (!mailIdForm.test(mailId)) return null
    const { rows } = await queryAsServiceRole<{ choice: Choice | null }>(
      database,
      'select private.stop_mails_like($1) as choice',
      [mailId],
    )
    return rows[0]?.choice ?? null
  }

  return app
}
