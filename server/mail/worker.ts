// Sends what waits in the outbox: claimed under a lease, so that several processes share the work and none sends twice.
import type pg from 'pg'
import { isConversationType } from '#domain/admin/conversations.ts'
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Job } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { type LetterFile, renderLetter, type Sender, stopMailsPath } from './letter.ts'
import type { ReplyAddresses } from './reply-address.ts'
import { type SmsTransport, writeSms } from './sms.ts'
import { isTemplateName, templates } from './templates.ts'
import { MailRefusedError, type MailTransport } from './transport.ts'

export interface MailWorkerOptions {
  database: Database
  transport: MailTransport
  /** Without it a short message fails: nobody is there to take it. */
  sms?: SmsTransport
  sender: Sender
  /** A file of a message; null: it is not there any more. */
  readFile?: (path: string) => Promise<Buffer | null>
  /** Where answers to mails about records are taken; without it they go to the sender. */
  replyAddresses?: Pick<ReplyAddresses, 'of'>
  log: Log
  clock?: () => Date
  onOutcome?: (outcome: 'sent' | 'retried' | 'failed') => void
}

interface ClaimedMail {
  id: string
  channel: 'email' | 'sms'
  template: string
  recipient: string
  data: unknown
  attempts: number
  record_type: string | null
  record_id: string | null
  /** Its reader may switch such mails off. */
  isChosen: boolean
}

const batchSize = 5
/**
 * A batch is sent side by side and a single mail takes a minute at most, so a living process never outlives
 * its lease; the mails of a killed one are free again after it.
 */
const leaseSeconds = 300
/**
 * A mail that is written while another waits is not announced (private.enqueue_mail), and its transaction may commit
 * after our last poll: so there are later ones.
 */
const laterPollsMs = [250, 2_000]
const everyMs = 15_000
const minute = 60_000
const pausesMs = [
  1 * minute,
  5 * minute,
  15 * minute,
  60 * minute,
  3 * 60 * minute,
  6 * 60 * minute,
  12 * 60 * minute,
]

/** Sends everything that is due, and ends after the mails under way. */
export function mailJob(options: MailWorkerOptions): Job {
  const { database, transport, log } = options
  const clock = options.clock ?? (() => new Date())
  /** Sent, but the database went away before it could be recorded: marked first of all when it is back, before the lease ends. */
  const unmarked = new Map<string, string>()

  let marking: Promise<void> | undefined

  async function markSent(id: string, messageId: string): Promise<void> {
    unmarked.set(id, messageId)
    // One under way may not know of it yet.
    await marking
    if (unmarked.has(id)) await markUnmarked()
  }

  /** All that were sent while the ones before were recorded go in one transaction: each of them waits for the disk. */
  function markUnmarked(): Promise<void> {
    marking ??= recordSent().finally(() => {
      marking = undefined
    })
    return marking
  }

  async function recordSent(): Promise<void> {
    // Mails that were sent side by side end together.
    await new Promise(setImmediate)
    const sent = [...unmarked]
    try {
      return await record(sent)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
    }
    // One of them is locked, perhaps: the others do not wait for it. It stays the first to be recorded, and is not sent again.
    for (const one of sent) {
      try {
        await record([one])
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error
        log.warn({ mailId: one[0], error }, 'a mail that was sent could not be recorded yet')
      }
    }
  }

  async function record(sent: [id: string, messageId: string][]): Promise<void> {
    await call(
      'select private.mark_mails_sent($1, $2)',
      [sent.map(([id]) => id), sent.map(([, messageId]) => messageId)],
      'mark_mails_sent',
    )
    for (const [id] of sent) unmarked.delete(id)
  }

  async function deliver(mail: ClaimedMail): Promise<void> {
    try {
      const messageId = mail.channel === 'sms' ? await sendSms(mail) : await sendMail(mail)
      await markSent(mail.id, messageId)
      options.onOutcome?.('sent')
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      const pause = isFinal(error) ? undefined : pausesMs[mail.attempts - 1]
      const retryAt = pause === undefined ? null : new Date(clock().getTime() + pause).toISOString()
      log.warn(
        { mailId: mail.id, template: mail.template, attempts: mail.attempts, retryAt, error },
        'a mail was not sent',
      )
      await call('select private.mark_mail_failed($1, $2, $3)', [mail.id, describeFailure(error), retryAt])
      options.onOutcome?.(retryAt ? 'retried' : 'failed')
    }
  }

  async function sendMail(mail: ClaimedMail): Promise<string> {
    const { id, template, recipient, data, isChosen } = mail
    if (!isTemplateName(template)) throw new MailRefusedError(new Error(`no template is named ${template}`))
    const letter = templates[template].write(data, options.sender)
    if (isChosen) letter.unsubscribeUrl = `${options.sender.siteUrl}${stopMailsPath}?mail=${id}`
    const replyTo = findReplyAddress(mail)
    const attachments = await Promise.all((letter.files ?? []).map(openFile))
    return transport.send({
      id,
      to: recipient,
      ...renderLetter(letter, options.sender),
      ...(replyTo && { replyTo }),
      ...(attachments.length > 0 && { attachments }),
    })
  }

  /** For mails about a record with a thread: an answer goes there. */
  function findReplyAddress({ template, record_type, record_id }: ClaimedMail): string | undefined {
    if (!isTemplateName(template) || templates[template].policy.purpose !== 'notice') return
    if (!isConversationType(record_type) || !record_id) return
    return options.replyAddresses?.of({ recordType: record_type, recordId: record_id })
  }

  async function openFile({ path, name, type }: LetterFile) {
    const bytes = await options.readFile?.(path)
    if (!bytes) throw new MailRefusedError(new Error('a file of it is not there'))
    return { name, type, bytes }
  }

  function sendSms({ id, template, recipient, data }: ClaimedMail): Promise<string> {
    if (!options.sms) throw new MailRefusedError(new Error('short messages are switched off'))
    return options.sms.send({ id, to: recipient, text: writeSms(template, data, options.sender) })
  }

  function call(text: string, values: unknown[], name?: string) {
    return queryAsServiceRole<ClaimedMail & pg.QueryResultRow>(database, text, values, name)
  }

  /** Answers whether anything was due. */
  async function sendBatch(): Promise<boolean> {
    if (unmarked.size > 0) await markUnmarked()
    const { rows } = await call(
      `select id, channel, template, recipient, data, attempts, record_type, record_id,
        private.choice_of_mail(template, recipient) is not null as "isChosen"
      from private.claim_mails($1, $2)`,
      [batchSize, leaseSeconds],
      'claim_mails',
    )
    const outcomes = await Promise.allSettled(rows.map(deliver))
    const lost = outcomes.find((outcome) => outcome.status === 'rejected')
    if (lost) throw lost.reason
    return rows.length > 0
  }

  /** Until the first that waits, of a decision that may be undone, is due. */
  async function findNextMs(): Promise<number | null> {
    const text = 'select private.ms_until_next_mail() as ms'
    const { rows } = await queryAsServiceRole<{ ms: number | null }>(database, text)
    return rows[0]?.ms ?? null
  }

  return {
    name: 'mail',
    atStart: true,
    everyMs,
    channel: 'mail_outbox',
    async run(signal) {
      let hadWork = false
      // Again after the last batch: nobody was notified of what came meanwhile.
      while (!signal.aborted && (await sendBatch())) hadWork = true
      const nextMs = await findNextMs()
      const later = [
        ...(hadWork ? laterPollsMs : []),
        ...(nextMs !== null && nextMs < everyMs ? [nextMs] : []),
      ]
      return later.length > 0 ? { runAgainInMs: later } : undefined
    },
  }
}

/** A mail that cannot be written, or that nobody will take, fails for good. */
function isFinal(error: unknown): boolean {
  return error instanceof MailRefusedError || (error instanceof Error && error.name === 'ZodError')
}

/** Stored beside the mail for staff: the kind of failure, never the server's sentence, which repeats the address. */
function describeFailure(error: unknown): string {
  const source = error instanceof MailRefusedError ? error.cause : error
  const { name, code, responseCode } = source as { name?: string; code?: string; responseCode?: number }
  return [name, code, responseCode].filter(Boolean).join(' ') || 'unknown'
}
