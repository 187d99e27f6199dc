// The two links of mails that their address confirms first: the one that begins them, and the one that ends them with one
// click (RFC 8058). The newsletter, and what is back in stock.
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { newsletterForm, newsletterLinkWords, newsletterMessages } from '#domain/company/newsletter.ts'
import { formMessages } from '#domain/form-messages.ts'
import { formPageWords } from '#domain/form-words.ts'
import { stockAlertWords } from '#domain/market/stock-alert-words.ts'
import { stockAlertLinkWords, stockAlertMessages } from '#domain/market/stock-alerts.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { html } from '#server/lib/html.ts'
import type { Frame } from '#server/pages/frame.ts'

type MailsContext = Context<{ Bindings: HttpBindings }>

interface Question {
  sentence: string
  help?: string
  button: string
  /** What takes the token; true for a link that is ours. */
  sql: string
  done: string
  unknown: string
}

interface ConfirmedMails {
  path: string
  title: string
  /** Where one goes on afterwards. */
  onward: { path: string; label: string }
  confirm: Question
  unsubscribe: Question
}

const newsletter: ConfirmedMails = {
  path: '/newsletter',
  title: newsletterForm.title,
  onward: { path: '/', label: formPageWords.home },
  confirm: {
    ...newsletterLinkWords.confirm,
    sql: 'select public.confirm_newsletter($1) as done',
    done: newsletterMessages.confirmed,
    unknown: newsletterMessages.unknownLink,
  },
  unsubscribe: {
    ...newsletterLinkWords.unsubscribe,
    sql: 'select public.unsubscribe_newsletter($1) as done',
    done: newsletterMessages.unsubscribed,
    unknown: newsletterMessages.unknownExit,
  },
}

const stockAlerts: ConfirmedMails = {
  path: '/stock-alerts',
  title: stockAlertWords.heading,
  onward: { path: '/marketplace', label: stockAlertLinkWords.onward },
  confirm: {
    ...stockAlertLinkWords.confirm,
    sql: 'select public.confirm_stock_alert($1) as done',
    done: stockAlertMessages.confirmed,
    unknown: stockAlertMessages.unknownLink,
  },
  unsubscribe: {
    ...stockAlertLinkWords.unsubscribe,
    sql: 'select public.end_stock_alerts($1) as done',
    done: stockAlertMessages.ended,
    unknown: stockAlertMessages.unknownExit,
  },
}

export interface ConfirmedMailsOptions {
  database: Database
  frame: Frame
  /** Seconds to wait, 0 when the request may go on. */
  take: (c: MailsContext) => number
}

export function confirmedMailsRoutes(options: ConfirmedMailsOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  for (const mails of [newsletter, stockAlerts]) app.route(mails.path, linkRoutes(mails, options))
  return app
}

function linkRoutes(
  { path, title, onward, confirm, unsubscribe }: ConfirmedMails,
  { database, frame, take }: ConfirmedMailsOptions,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()

  const page = (text: string, status = 200, headers: Record<string, string> = {}) =>
    frame.page({
      title,
      status,
      headers,
      body: html`<p class="${status < 400 ? 'done' : 'problems'}" role="status">${text}</p><p><a href="${onward.path}">${onward.label}</a></p>`,
    })

  app.use(async (c, next) => {
    const waitSeconds = take(c)
    if (waitSeconds > 0) return page(formMessages.tooMany, 429, { 'retry-after': String(waitSeconds) })
    await next()
  })

  /** Filters open links: a mere GET must neither begin nor end anything (RFC 8058, 3.1). */
  const renderQuestion = (
    c: MailsContext,
    what: 'confirm' | 'unsubscribe',
    { sentence, help, button }: Question,
  ) =>
    frame.page({
      title,
      body: html`<p>${sentence}</p>
${
  help
    ? html`<p class="help">${help}</p>
`
    : ''
}<form method="post" action="${path}/${what}"><input type="hidden" name="token" value="${c.req.query('token') ?? ''}"><button type="submit">${button}</button></form>`,
    })

  app.get('/confirm', (c) => renderQuestion(c, 'confirm', confirm))

  app.post('/confirm', async (c) => {
    const body = await c.req.raw.formData().catch(() => undefined)
    // Away from the address that holds the token.
    return (await use(confirm, body?.get('token')))
      ? c.redirect(`${path}/confirmed`, 303)
      : page(confirm.unknown, 410)
  })
  app.get('/confirmed', () => page(confirm.done))

  app.get('/unsubscribe', (c) => renderQuestion(c, 'unsubscribe', unsubscribe))

  app.post('/unsubscribe', async (c) => {
    const body = await c.req.raw.formData().catch(() => undefined)
    const isOneClick = body?.get('List-Unsubscribe') === 'One-Click'
    const left = await use(unsubscribe, c.req.query('token') ?? body?.get('token'))
    if (isOneClick) return c.text(left ? 'Unsubscribed\n' : 'Unknown link\n', left ? 200 : 404)
    return left ? c.redirect(`${path}/unsubscribed`, 303) : page(unsubscribe.unknown, 410)
  })
  app.get('/unsubscribed', () => page(unsubscribe.done))

  async function use({ sql }: Question, token: FormDataEntryValue | null | undefined): Promise<boolean> {
    if (typeof token !== 'string' || !/^[0-9a-f]{64}$/.test(token)) return false
    const { rows } = await queryAsServiceRole<{ done: boolean }>(database, sql, [token])
    return rows[0]?.done === true
  }

  return app
}
