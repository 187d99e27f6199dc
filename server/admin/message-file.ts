// A file that staff send along with a message: the right and the limit of a day are checked first, then its bytes.
import { z } from 'zod'
import { conversationTypes, messageFileMessages } from '#domain/admin/conversations.ts'
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'
import { type AppContext, RefusedError } from '#server/http/answers.ts'
import type { MessageFiles, StoredFile } from '#server/mail/message-files.ts'

const place = z.object({ recordType: z.enum(conversationTypes), recordId: z.uuid() })

export async function takeMessageFile(
  { database, messageFiles }: { database: Database; messageFiles: Pick<MessageFiles, 'put' | 'keep'> },
  c: AppContext,
  caller: Caller,
  userId: string,
): Promise<Omit<StoredFile, 'type'>> {
  const record = place.safeParse(c.req.query())
  if (!record.success) throw new RefusedError('unreadable')
  const { recordType, recordId } = record.data
  await runAs(
    database,
    caller,
    { text: 'select private.require_message_file($1, $2)', values: [recordType, recordId] },
    { readOnly: true },
  )
  const sent = (await c.req.formData().catch(() => null))?.get('file')
  if (!(sent instanceof File)) throw new RefusedError('unreadable')
  const file = await messageFiles.put(recordId, sent.name, Buffer.from(await sent.arrayBuffer()))
  if (!file || file === 'active') {
    const message = messageFileMessages[file ?? 'unreadable']
    throw new RefusedError('invalid', { message, errors: [{ field: 'files', message }] })
  }
  await messageFiles.keep(file, record.data, userId)
  const { path, name: stored, bytes } = file
  return { path, name: stored, bytes }
}
