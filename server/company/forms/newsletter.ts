// The two links of a newsletter: the one that begins it, and the one that ends it with one click (RFC 8058).
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { newsletterMessages } from '#domain/company/newsletter.ts'
import { formMessages } from '#domain/forms.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { html } from '#server/lib/html.ts'
import type { Frame } from '#server/pages/frame.ts'

type NewsletterContext = Context<{ Bindings: HttpBindings }>

export interface NewsletterOptions {
  database: Database
  frame: Frame
  /** Seconds to wait, 0 when the request may go on. */
  take: (c: NewsletterContext) => number
}

export function newsletterRoutes({
  database,
  frame,
  take,
}: NewsletterOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()

  const page = (title: string, text: string, status = 200, headers: Record<string, string> = {}) =>
    frame.page({
      title,
      status,
      headers,
      body: html`<p class="${status < 400 ? 'done' : 'problems'}" role="status">${text}</p><p><a href="/">Return to Home</a></p>`,
    })

  app.use(async (c, next) => {
    const waitSeconds = take(c)
    if (waitSeconds > 0)
      return page('Newsletter', formMessages.tooMany, 429, { 'retry-after': String(waitSeconds) })
    await next()
  })

  /** Filters open links: a mere GET must neither begin nor end a subscription (RFC 8058, 3.1). */
  const request = (c: NewsletterContext, what: 'confirm' | 'unsubscribe', sentence: string, button: string) =>
    frame.page({
      title: 'Newsletter',
      body: html`<p>${sentence}</p>
${
  what === 'confirm'
    ? html`<p class="help">What comes: prices, seasons and open positions, when there is news. Every letter ends with a link that stops them at once.</p>
`
    : ''
}<form method="post" action="/newsletter/${what}"><input type="hidden" name="token" value="${c.req.query('token') ?? ''}"><button type="submit">${button}</button></form>`,
    })

  app.get('/confirm', (c) =>
    request(c, 'confirm', 'One click, and the letters come to this address.', 'Confirm my subscription'),
  )

  app.post('/confirm', async (c) => {
    const body = await c.req.raw.formData().catch(() => undefined)
    const token = body?.get('token')
    const confirmed = await use('confirm_newsletter', typeof token === 'string' ? token : undefined)
    // Away from the address that holds the token.
    return confirmed
      ? c.redirect('/newsletter/confirmed', 303)
      : page('Newsletter', newsletterMessages.unknownLink, 410)
  })
  app.get('/confirmed', () => page('Newsletter', newsletterMessages.confirmed))

  app.get('/unsubscribe', (c) =>
    request(c, 'unsubscribe', 'One click, and no more letters come.', 'Unsubscribe'),
  )

  app.post('/unsubscribe', async (c) => {
    const body = await c.req.raw.formData().catch(() => undefined)
    const isOneClick = body?.get('List-Unsubscribe') === 'One-Click'
    const input = c.req.query('token') ?? body?.get('token')
    const left = await use('unsubscribe_newsletter', typeof input === 'string' ? input : undefined)
    if (isOneClick) return c.text(left ? 'Unsubscribed\n' : 'Unknown link\n', left ? 200 : 404)
    return left
      ? c.redirect('/newsletter/unsubscribed', 303)
      : page('Newsletter', newsletterMessages.unknownExit, 410)
  })
  app.get('/unsubscribed', () => page('Newsletter', newsletterMessages.unsubscribed))

  async function use(
    name: 'confirm_newsletter' | 'unsubscribe_newsletter',
    token: string | undefined,
  ): Promise<boolean> {
    if (!token || !/^[0-9a-f]{64}$/.test(token)) return false
    const { rows } = await queryAsServiceRole<{ done: boolean }>(
      database,
      `select public.${name}($1) as done`,
      [token],
    )
    return rows[0]?.done === true
  }

  return app
}
