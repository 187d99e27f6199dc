// Where a written mail goes: to an SMTP server, or into files when there is none.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { SmtpTls } from '#server/settings/demand-tls.ts'

export interface OutgoingMail {
  /** The outbox row's id: names the file, and makes the Message-ID. */
  id: string
  to: string
  subject: string
  html: string
  text: string
  /** POST to it ends mails of this kind (RFC 8058). */
  unsubscribeUrl?: string
  /** Written by a person: without the header that suppresses automatic answers. */
  isPersonal?: boolean
  /** Where answers go, in place of the sender. */
  replyTo?: string
  /** The Message-ID of the mail that it answers. */
  inReplyTo?: string
  attachments?: { name: string; type: string; bytes: Buffer }[]
}

export interface MailAddress {
  name: string
  address: string
}

export interface MailTransport {
  /** Resolves with the Message-ID once the mail is accepted; rejects with a MailRefusedError when it never will be. */
  send(mail: OutgoingMail): Promise<string>
  close(): void
}

/** The receiving side said no for good (SMTP 5xx for this recipient): trying again would not help. */
export class MailRefusedError extends Error {
  constructor(cause: unknown) {
    super('the mail was refused for good', { cause })
    this.name = 'MailRefusedError'
  }
}

/** All of them together stay far below the lease of a mail (worker.ts). */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

export function createSmtpTransport(options: {
  url: string
  from: MailAddress
  tls: SmtpTls
}): MailTransport {
  const smtp = createTransport({
    url: options.url,
    pool: true,
    maxConnections: 3,
    requireTLS: options.tls === 'demanded',
    ignoreTLS: options.tls === 'off',
    ...timeouts,
  })
  return {
    async send(mail) {
      try {
        const message = compose(mail, options.from)
        await smtp.sendMail(message)
        return message.messageId
      } catch (error) {
        if (isWithoutTls(error))
          throw new Error(
            'SMTP_URL: the mail server offers no TLS that can be trusted (on purpose without: ?tls=off)',
            { cause: error },
          )
        throw isRefused(error) ? new MailRefusedError(error) : error
      }
    },
    close: () => smtp.close(),
  }
}

/**
 * A refused recipient or content (5xx after RCPT or DATA) is final; a refused sign-in or sender is ours to mend, so
 * such mails wait.
 */
function isRefused(error: unknown): boolean {
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string }
  if (code === 'EAUTH' || typeof responseCode !== 'number' || responseCode < 500) return false
  return command === 'RCPT TO' || command === 'DATA'
}

/** No STARTTLS where it is demanded, or a certificate that nobody vouches for. */
function isWithoutTls(error: unknown): boolean {
  const { code, command, message = '' } = error as { code?: string; command?: string; message?: string }
  return code === 'ETLS' || command === 'STARTTLS' || /STARTTLS|certificate/i.test(message)
}

function compose(mail: OutgoingMail, from: MailAddress) {
  const { id, to, subject, html, text, unsubscribeUrl, attachments = [] } = mail
  const domain = from.address.split('@').at(-1)
  return {
    // The same mail has the same id however often it is tried, so that mailboxes can drop a second copy.
    messageId: `<${id}@${domain}>`,
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    subject,
    html,
    text,
    ...(mail.replyTo && { replyTo: { name: from.name, address: mail.replyTo } }),
    ...(mail.inReplyTo && { inReplyTo: mail.inReplyTo, references: mail.inReplyTo }),
    attachments: attachments.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: bytes,
    })),
    headers: {
      ...(!mail.isPersonal && { 'Auto-Submitted': 'auto-generated' }),
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

export interface StoredMail {
  id: string
  /** Names of what came along. */
  files: string[]
  replyTo?: string
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  createdAt: string
}

/** Writes each mail as `<time>-<id>.json` (for us) and `.eml` (for any mail program). */
export function createFileTransport(options: {
  folder: string
  from: MailAddress
  clock: () => Date
}): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      await mkdir(options.folder, { recursive: true, mode: 0o700 })
      const message = compose(mail, options.from)
      const { message: bytes } = await composer.sendMail(message)
      const { attachments = [], ...words } = mail
      const stored: StoredMail = {
        ...words,
        files: attachments.map(({ name }) => name),
        links: [...new Set(mail.text.match(/https?:\/\/[^\s<>"]+/g) ?? [])],
        createdAt: options.clock().toISOString(),
      }
      const name = `${stored.createdAt.replace(/[:.]/g, '-')}-${mail.id}`
      await writeWhole(options.folder, `${name}.eml`, bytes as Buffer)
      await writeWhole(options.folder, `${name}.json`, `${JSON.stringify(stored, null, 2)}\n`)
      return message.messageId
    },
    close: () => composer.close(),
  }
}

/** Anyone who reads the folder never sees half a mail. */
async function writeWhole(folder: string, name: string, content: string | Buffer): Promise<void> {
  const draft = join(folder, `.${name}.${process.pid}`)
  await writeFile(draft, content, { mode: 0o600 })
  await rename(draft, join(folder, name))
}
