/** What staff and the person of a record wrote to each other, oldest first, and the form to write more. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameAdminPermission } from '#domain/admin/admin.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { FoldedPart } from '#site/admin/records/folded-part.tsx'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { useAuth } from '#site/lib/auth-state.ts'
import { readDraft } from '#site/lib/draft.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { type ConversationProps, conversationQuery, draftOf } from './conversation-data.ts'

/** Loaded for records whose people and staff wrote to each other; the others do not wait for it. */
const Messages = loadPart(async () => (await import('./messages.tsx')).Messages)
const Composer = loadPart(async () => (await import('./composer.tsx')).Composer)

export function Conversation(props: ConversationProps) {
  const { table, id, name } = props
  const { can } = usePermissions()
  const query = useQuery(conversationQuery(table, id))
  const Writing = table === 'orders' ? FoldedComposer : Composer
  return (
    <section className="drawer-part" aria-label="Conversation">
      <h3>Conversation</h3>
      {props.note}
      <QueryState query={query} errorText="The conversation could not be loaded.">
        {(messages) =>
          messages.length === 0 ? (
            <p className="text-stone">Nothing was written yet.</p>
          ) : (
            <Messages table={table} recordId={id} messages={messages} name={name} />
          )
        }
      </QueryState>
      {can(nameAdminPermission(table, 'decide')) && can('records.work') && <Writing key={id} {...props} />}
    </section>
  )
}

/** Who reads an order seldom writes: it is open where a message was begun. */
function FoldedComposer(props: ConversationProps) {
  const { userId = '' } = useAuth()
  const [isBegun] = useState(() => readDraft(draftOf(props.table, props.id), userId) !== null)
  return (
    <FoldedPart title="Write to the buyer" opens="message" isOpen={isBegun}>
      {() => <Composer {...props} />}
    </FoldedPart>
  )
}
