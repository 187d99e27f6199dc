/** A record's conversation, the words that answers begin with, and files on their way into one. */
import { queryOptions } from '@tanstack/react-query'
import { adminPaths } from '#domain/admin/admin.ts'
import {
  type ConversationMessage,
  type ConversationType,
  type MessageFile,
  messageFileMessages,
  messageFileUploadBytesMax,
  type ReplyTemplate,
} from '#domain/admin/conversations.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { fetchJson, longTimeoutMs } from '#site/lib/call-server.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export interface ConversationProps {
  table: ConversationType
  id: string
  /** Who is written to. */
  name: string
  email: string | null | undefined
  /** A message that waits: an answer may mark it. */
  mayMarkAnswered?: boolean
}

export function conversationQuery(table: ConversationType, id: string) {
  return queryOptions({
    // Under the record's table: what comes in refetches it.
    queryKey: [table, 'conversation', id],
    queryFn: () =>
      callAdmin<ConversationMessage[]>('list_conversation', { record_type: table, record_id: id }),
  })
}

export const replyTemplatesQuery = queryOptions({
  queryKey: ['reply_templates'],
  queryFn: async () => {
    const { data, error } = await (await getSupabase())
      .from('reply_templates')
      .select('id,record_type,title,body')
      .order('record_type', { nullsFirst: true })
      .order('position')
      .order('id')
    if (error) throw error
    return data as ReplyTemplate[]
  },
})

export const sayBytes = (bytes: number) => `${Math.ceil(bytes / 1024)} kB`

/** Rejects with a sentence for people. */
export async function sendFile(table: ConversationType, id: string, file: File): Promise<MessageFile> {
  // With room for what a form adds to it.
  if (file.size > messageFileUploadBytesMax - 10_000) throw new Error(messageFileMessages.unreadable)
  const form = new FormData()
  form.set('file', file)
  const { path, name, bytes } = await fetchJson<MessageFile>(
    'POST',
    `${adminPaths.messageFile}?${new URLSearchParams({ recordType: table, recordId: id })}`,
    form,
    { timeoutMs: longTimeoutMs, fallback: 'The file did not arrive. Please try again.' },
  )
  return { path, name, bytes }
}
