/** A record's conversation, and the words that answers begin with. */
import { queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConversationMessage, ConversationType, ReplyTemplate } from '#domain/admin/conversations.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export interface ConversationProps {
  table: ConversationType
  id: string
  /** Who is written to. */
  name: string
  /** Where it goes: an address, or words for one that the user may not read. */
  email: string | null | undefined
  /** A message that waits: an answer may mark it. */
  mayMarkAnswered?: boolean
  /** Above the messages. */
  note?: ReactNode
}

/** Where a message lies on the device until it is sent. */
export const draftOf = (table: ConversationType, id: string) => `message:${table}:${id}`

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
      .select('id,record_type,title,body,updated_at')
      .order('record_type', { nullsFirst: true })
      .order('position')
      .order('id')
    if (error) throw error
    return data as ReplyTemplate[]
  },
})
