// POST /mail/replies: the mail server posts what came to a thread's address, as it is, with the secret that both know.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { messageFilesMax } from '#domain/admin/conversations.ts'
import { bearerToken } from '#platform/auth/verify-caller.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { answerJson } from '#server/http/answers.ts'
import { isSameSecret } from '#server/http/tokens.ts'
import type { MessageFiles, StoredFile } from './message-files.ts'
import { type NoReply, type Reply, readReply } from './read-reply.ts'
import type { ReplyAddresses } from './reply-address.ts'

export const replyPath = '/mail/replies'

/**
 * What became of it: 'proved' came from the address that the record knows, 'unproved' from another, 'again' is here already. What is
 * no reply is taken too, or the mail server would send it back.
 */
export type ReplyOutcome = NoReply | 'proved' | 'unproved' | 'again' | 'too_many'

export function createReplyRoutes(options: {
  database: Database
  secret: string
  addresses: ReplyAddresses
  /** That mails come from. */
  ownAddress: string
  files: Pick<MessageFiles, 'put'>
  log: Log
}): Hono<{ Bindings: HttpBindings }> {
  const { database, files, log } = options
  const app = new Hono<{ Bindings: HttpBindings }>()

  async function judge({ thread, from, messageId }: Reply): Promise<ReplyOutcome> {
    const { rows } = await queryAsServiceRole<{ outcome: ReplyOutcome }>(
      database,
      'select private.judge_reply($1, $2, $3, $4) as outcome',
      [thread.recordType, thread.recordId, from, messageId],
    )
    return rows[0]?.outcome ?? 'unknown'
  }

  async function take(reply: Reply): Promise<ReplyOutcome> {
    // Before its files are stored; take_reply judges it again, one mail of a thread after the other.
    const outcome = await judge(reply)
    if (outcome !== 'proved' && outcome !== 'unproved') return outcome
    if (outcome === 'unproved' && reply.isFromList) return 'automatic'
    const stored: StoredFile[] = []
    for (const { name, bytes } of reply.files.slice(0, messageFilesMax)) {
      const file = await files.put(reply.thread.recordId, name, bytes)
      if (file && file !== 'active') stored.push(file)
    }
    const { rows } = await queryAsServiceRole<{ outcome: ReplyOutcome }>(
      database,
      'select private.take_reply($1, $2, $3) as outcome',
      [
        reply.thread.recordType,
        reply.thread.recordId,
        JSON.stringify({
          from: reply.from || '(no single address)',
          messageId: reply.messageId,
          body: reply.body,
          wholeBody: reply.wholeBody,
          files: stored,
          filesLeftOut: reply.files.length - stored.length,
        }),
      ],
    )
    return rows[0]?.outcome ?? 'unknown'
  }

  app.post(replyPath, async (c) => {
    if (!isSameSecret(bearerToken(c.req.header('authorization')) ?? '', options.secret))
      return answerJson(401, { ok: false, code: 'sign_in' })
    const reply = await readReply(Buffer.from(await c.req.arrayBuffer()), options)
    const outcome = typeof reply === 'string' ? reply : await take(reply)
    // No address and no words: the record's thread has them.
    log.info({ outcome, ...(typeof reply !== 'string' && reply.thread) }, 'a reply came')
    // The mail server queues it, and posts it later.
    if (outcome === 'too_many')
      return answerJson(429, { ok: false, code: 'too_many' }, { 'retry-after': '3600' })
    return answerJson(200, { ok: true, outcome })
  })
  return app
}
