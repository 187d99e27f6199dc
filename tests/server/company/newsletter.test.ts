// The newsletter: confirmed by its owner first, ended with one click, and the same answer for every caller.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newsletterForm, newsletterMessages } from '#domain/company/newsletter.ts'
import { newsletterConsent } from '#domain/consents.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { within } from '#tests/harness/within.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsletter-'))
  app = await startApp({ DATA_DIR: folder })
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const address = () => `${randomUUID()}@example.com`

async function request(email: string) {
  const response = await fetch(app.url + newsletterForm.path, {
    method: 'POST',
    headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email }),
  })
  return {
    status: response.status,
    headers: [...response.headers.keys()].sort(),
    body: await response.text(),
  }
}

async function subscriptionOf(email: string) {
  const { rows } = await asOwner(app.databaseUrl, (client) =>
    client.query('select * from public.newsletter_subscriptions where email = $1', [email]),
  )
  return rows[0]
}

const ledgerOf = (id: string) =>
  asOwner(app.databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select purpose, text_version as "textVersion", channel, is_given as "isGiven",
          user_id is not null as "hasAccount"
        from public.consents where record_id = $1 order by id`,
      [id],
    )
    return rows
  })

const mailsTo = async (email: string) => (await app.mailbox()).filter(({ to }) => to === email)

/** The links of the newest mail, once `count` mails are there. */
async function linksFor(email: string, count = 1) {
  const mails = await vi.waitUntil(async () => {
    const result = await mailsTo(email)
    return result.length >= count ? result : undefined
  }, within)
  const links = mails[0]?.links ?? []
  return {
    confirm: links.find((link) => link.includes('/newsletter/confirm')) ?? '',
    leave: links.find((link) => link.includes('/newsletter/unsubscribe')) ?? '',
  }
}

const open = (link: string, init: RequestInit = {}) => fetch(link, { redirect: 'manual', ...init })

/** Follows the link of a mail to its page and presses the button there. */
async function press(link: string) {
  const page = await (await open(link)).text()
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(page) ?? []
  const [, token = ''] = /name="token" value="([^"]*)"/.exec(page) ?? []
  return open(app.url + action, { method: 'POST', body: new URLSearchParams({ token }) })
}

async function subscribe(email = address()) {
  await request(email)
  const links = await linksFor(email)
  expect((await press(links.confirm)).headers.get('location')).toBe('/newsletter/confirmed')
  return { email, ...links }
}

describe('subscribing', () => {
  it('refuses what is no address, in words', async () => {
    expect(JSON.parse((await request('nobody')).body)).toEqual({
      ok: false,
      message: 'Please enter a valid email address',
      errors: [{ field: 'email', message: 'Please enter a valid email address' }],
    })
  })

  it('answers the same for an address that is new, waiting, subscribed, or gone', async () => {
    const { email, leave } = await subscribe()
    const waiting = address()
    const answers = [
      await request(address()),
      await request(waiting),
      await request(waiting),
      await request(email),
    ]
    await open(leave, { method: 'POST' })
    answers.push(await request(email))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ status: 200, body: '{"ok":true}' })
  })

  it('promises no letter at a time that nobody keeps', async () => {
    const page = await (await fetch(app.url)).text()
    const [, label = ''] = /<label for="newsletter-email">([^<]*)<\/label>/.exec(page) ?? []
    expect(label).toContain('Prices, seasons and open positions')
    expect(label).not.toMatch(/\b(daily|weekly|monthly|a (day|week|month)|every)\b/i)
  })

  it('says the same on the page that a plain post leads to', async () => {
    const response = await open(app.url + newsletterForm.path, {
      method: 'POST',
      headers: { origin: app.url },
      body: new URLSearchParams({ email: address() }),
    })
    const page = await (await fetch(new URL(response.headers.get('location') ?? '', app.url))).text()
    expect(page).toContain(newsletterMessages.requested)
  })

  it('begins only with the link of the mail, whose secret the database does not hold', async () => {
    const email = address()
    await request(email.toUpperCase())
    const { confirm } = await linksFor(email)
    const token = new URL(confirm).searchParams.get('token') ?? ''
    const stored = await subscriptionOf(email)
    expect(stored).toMatchObject({ confirmed_at: null, unsubscribed_at: null })
    expect(JSON.stringify(stored)).not.toContain(token)
    for (const method of ['HEAD', 'GET']) expect((await open(confirm, { method })).status).toBe(200)
    expect((await subscriptionOf(email)).confirmed_at).toBeNull()
    const done = await press(confirm)
    expect([done.status, done.headers.get('location')]).toEqual([303, '/newsletter/confirmed'])
    expect((await subscriptionOf(email)).confirmed_at).toBeInstanceOf(Date)
    const page = await fetch(`${app.url}/newsletter/confirmed`)
    expect(await page.text()).toContain(newsletterMessages.confirmed)
    expect((await press(confirm)).status).toBe(303)
  })

  it('sends no second link to who is subscribed, and a new one ends the one before', async () => {
    const { email } = await subscribe()
    await request(email)
    const waiting = address()
    await request(waiting)
    const first = await linksFor(waiting)
    await request(waiting)
    const second = await linksFor(waiting, 2)
    expect((await press(first.confirm)).status).toBe(410)
    expect((await press(second.confirm)).status).toBe(303)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('does not begin with a link that is old, wrong or no link at all', async () => {
    const email = address()
    await request(email)
    const { confirm, leave } = await linksFor(email)
    const exit = new URL(leave).searchParams.get('token')
    await asOwner(app.databaseUrl, (client) =>
      client.query(
        `update public.newsletter_subscriptions set confirm_sent_at = now() - interval '7 days 1 second' where email = $1`,
        [email],
      ),
    )
    for (const token of [
      new URL(confirm).searchParams.get('token'),
      exit,
      'a'.repeat(64),
      '',
      `${'a'.repeat(64)}'`,
    ]) {
      const response = await press(`${app.url}/newsletter/confirm?token=${token}`)
      expect(response.status).toBe(410)
      expect(await response.text()).toContain(newsletterMessages.unknownLink)
    }
    expect((await subscriptionOf(email)).confirmed_at).toBeNull()
  })

  it('cannot be used to flood a mailbox: five links an hour, and still the same answer', async () => {
    const email = address()
    const answers = await Promise.all(Array.from({ length: 8 }, () => request(email)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    const { rows } = await asOwner(app.databaseUrl, (client) =>
      client.query('select from private.mail_outbox where recipient = $1', [email]),
    )
    expect(rows).toHaveLength(5)
  })
})

describe('leaving', () => {
  it('takes one click of the mail program, from anywhere (RFC 8058), and works again', async () => {
    const { email, leave } = await subscribe()
    for (const again of [1, 2]) {
      const response = await open(leave, {
        method: 'POST',
        headers: { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
      expect([again, response.status]).toEqual([again, 200])
    }
    expect((await subscriptionOf(email)).unsubscribed_at).toBeInstanceOf(Date)
  })

  it('asks first when the link is only opened, as mail filters do', async () => {
    const { email, leave } = await subscribe()
    await open(leave)
    expect((await subscriptionOf(email)).unsubscribed_at).toBeNull()
    const left = await press(leave)
    expect([left.status, left.headers.get('location')]).toEqual([303, '/newsletter/unsubscribed'])
    expect((await subscriptionOf(email)).unsubscribed_at).toBeInstanceOf(Date)
  })

  it('is final until the owner confirms again: an old link does not undo it', async () => {
    const { email, confirm, leave } = await subscribe()
    await open(leave, { method: 'POST' })
    expect((await press(confirm)).status).toBe(410)
    await request(email)
    await press((await linksFor(email, 2)).confirm)
    expect((await subscriptionOf(email)).unsubscribed_at).toBeNull()
  })

  it('stands in the ledger of consents as every beginning does, each once', async () => {
    const { email, confirm, leave } = await subscribe()
    await press(confirm)
    for (const _ of ['once', 'again']) await open(leave, { method: 'POST' })
    await request(email)
    const { id } = await subscriptionOf(email)
    const entry = { ...newsletterConsent, channel: 'web', hasAccount: false }
    expect(await ledgerOf(id)).toEqual([
      { ...entry, isGiven: true },
      { ...entry, isGiven: false },
    ])
    await press((await linksFor(email, 2)).confirm)
    await asOwner(app.databaseUrl, async (client) => {
      // A proof that is acted upon outlasts every period; what has ended goes with its own.
      await client.query(
        `insert into public.consents (record_type, record_id, purpose, text_version, is_given, channel, created_at)
          select record_type, record_id, purpose, text_version, is_given, channel, now() - interval '20 years'
          from public.consents where record_id = $1 and not is_given`,
        [id],
      )
      await client.query('select private.apply_retention()')
    })
    expect(await ledgerOf(id)).toHaveLength(4)
    await asOwner(app.databaseUrl, async (client) => {
      await client.query('delete from public.newsletter_subscriptions where id = $1', [id])
      await client.query('select private.apply_retention()')
    })
    expect((await ledgerOf(id)).map(({ isGiven }) => isGiven)).toEqual([true, false, true, false])
  })

  it('with a made-up link changes nothing and says so', async () => {
    const created = `${app.url}/newsletter/unsubscribe?token=${'f'.repeat(64)}`
    expect((await open(created, { method: 'POST' })).status).toBe(410)
    const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await open(created, { method: 'POST', body: oneClick })).status).toBe(404)
    const hostile = await open(`${app.url}/newsletter/unsubscribe?token=%22%3E%3Cscript%3E`)
    expect(await hostile.text()).not.toContain('<script>')
  })

  it('is offered in the headers of the mail, where mail programs look for it', async () => {
    const { email, leave } = await subscribe()
    const outbox = join(folder, 'outbox')
    const files = (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(
      files.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
    )
    const mail = mails.find(({ to }) => to?.[0]?.address === email)
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe')).toBe(`<${leave}>`)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  })
})
