// Mail: takes mails into the outbox, sends them from there, and shows them where nobody sends.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { SendMail, SendSms } from '#platform/auth/mail.ts'
import type { Database } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { isLoopback } from '#server/http/client-address.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { hashText } from '#server/pages/finish-page.ts'
import type { Environment } from '#server/settings/env.ts'
import { createBounceRoutes } from './bounces.ts'
import { mailboxStyles, readMailbox, renderMailbox } from './mailbox.ts'
import type { MessageFiles } from './message-files.ts'
import { enqueueAccountMail, enqueueAccountSms } from './outbox.ts'
import { createReplyRoutes } from './replies.ts'
import { createReplyAddresses } from './reply-address.ts'
import { createFileSms } from './sms.ts'
import { createFileTransport, createSmtpTransport, type MailAddress, type StoredMail } from './transport.ts'
import { mailJob } from './worker.ts'

export interface MailOptions {
  env: Environment
  siteUrl: string
  /** As the stored company facts say it: read for each mail. */
  companyName: () => string
  /** Whom to call, by the same facts. */
  phone: () => string | null
  chatNumber: () => string | null
  database: Database
  log: Log
  clock: () => Date
  metrics: Metrics
  /** Files of messages: loaded when they are needed, since storage stands on what sends mails. */
  files: () => Pick<MessageFiles, 'put' | 'read'>
}

export interface Mail {
  enqueue: SendMail
  /** Where short messages are sent. */
  enqueueSms: SendSms | undefined
  /** Sends what is due. */
  job: Job
  /** After the job has ended. */
  close(): void
  /** The mails stored as files, newest first. */
  read(): Promise<StoredMail[]>
  /** /dev/mailbox, where mails are files and this is no production. */
  pages: Hono<{ Bindings: HttpBindings }> | undefined
  /** /mail/bounces, where a secret is set. */
  bounces: Hono<{ Bindings: HttpBindings }> | undefined
  /** /mail/replies, where a secret is set. */
  replies: Hono<{ Bindings: HttpBindings }> | undefined
}

export function openMail(options: MailOptions): Mail {
  const { env, siteUrl, companyName, phone, chatNumber, database, log, clock, metrics, files } = options
  const folder = join(env.dataDir, 'outbox')
  const from = senderOf(env, siteUrl, companyName)
  const transport = env.smtpUrl
    ? createSmtpTransport({ url: env.smtpUrl, from, tls: env.smtpTls })
    : createFileTransport({ folder, from, clock })
  const sender = {
    get companyName() {
      return companyName()
    },
    get phone() {
      return phone()
    },
    get chatNumber() {
      return chatNumber()
    },
    siteUrl,
  }
  const replies = env.mailReplySecret && {
    secret: env.mailReplySecret,
    ownAddress: from.address,
    addresses: createReplyAddresses({
      secret: env.mailReplySecret,
      domain: from.address.split('@').at(-1) ?? '',
    }),
  }
  const sms = env.smsUrl ? createFileSms(fileURLToPath(env.smsUrl)) : undefined
  const job = mailJob({
    database,
    transport,
    ...(sms && { sms }),
    sender,
    readFile: (path) => files().read(path),
    ...(replies && { replyAddresses: replies.addresses }),
    log,
    clock,
    onOutcome: metrics.countMail,
  })
  const read = () => readMailbox(folder)
  return {
    enqueue: enqueueAccountMail,
    enqueueSms: sms && enqueueAccountSms,
    job,
    close: () => transport.close(),
    read,
    bounces: env.mailBounceSecret
      ? createBounceRoutes({ database, secret: env.mailBounceSecret, log })
      : undefined,
    replies: replies
      ? createReplyRoutes({
          database,
          ...replies,
          files: { put: (...file) => files().put(...file) },
          log,
        })
      : undefined,
    pages: env.smtpUrl || env.production ? undefined : mailboxPages(read, companyName, siteUrl),
  }
}

function mailboxPages(
  read: () => Promise<StoredMail[]>,
  companyName: () => string,
  siteUrl: string,
): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  // For this machine alone, whatever EVALUATION says: no other interface, no proxy, and no page of another site whose
  // name was pointed to this machine (DNS rebinding).
  app.use('/dev/*', async (c, next) => {
    if (isLoopback(c.env.incoming) && isLocalName(new URL(c.req.url).hostname, siteUrl)) return next()
    return c.text('Not found\n', 404, headers)
  })
  const headers = { 'cache-control': 'no-store' }
  app.get('/dev/mailbox', async (c) => {
    const page = renderMailbox(await read(), companyName())
    const policy = `default-src 'none'; style-src '${hashText(mailboxStyles)}'; base-uri 'none'; frame-ancestors 'none'`
    return c.html(page, 200, { ...headers, 'content-security-policy': policy })
  })
  app.get('/dev/mailbox.json', async (c) => {
    const mails = await read()
    return c.json(
      mails.map(({ to, subject, text, html, links, createdAt }) => ({
        to,
        subject,
        text,
        html,
        links,
        createdAt,
      })),
      200,
      headers,
    )
  })
  return app
}

const isLocalName = (name: string, siteUrl: string) =>
  name === 'localhost' ||
  name === '[::1]' ||
  /^127(\.\d+){3}$/.test(name) ||
  name === new URL(siteUrl).hostname

/** MAIL_FROM, or an address of the site's own domain. */
function senderOf({ mailFrom }: Environment, siteUrl: string, companyName: () => string): MailAddress {
  const [, name = '', address = ''] = /^(?:([^<>]*)<)?([^<>]+)>?$/.exec(mailFrom ?? '') ?? []
  const host = new URL(siteUrl).hostname.replace(/^www\./, '')
  const domain = /^[\d.]+$|^\[/.test(host) ? 'localhost' : host
  return {
    get name() {
      return name.trim().replace(/^"(.*)"$/, '$1') || companyName()
    },
    address: address.trim() || `no-reply@${domain}`,
  }
}
