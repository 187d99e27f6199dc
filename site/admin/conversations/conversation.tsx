/** What staff and the person of a record wrote to each other, oldest first, and the form to write more. */
import { useQuery } from '@tanstack/react-query'
import { nameAdminPermission } from '#domain/admin/admin.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { Composer } from './composer.tsx'
import { type ConversationProps, conversationQuery } from './conversation-data.ts'

/** Of records whose people and staff wrote to each other; the others do not wait for it. */
const Messages = loadPart(async () => (await import('./messages.tsx')).Messages)

export function Conversation(props: ConversationProps) {
  const { table, id, name } = props
  const { can } = usePermissions()
  const query = useQuery(conversationQuery(table, id))
  return (
    <section className="drawer-part" aria-label="Conversation">
      <h3>Conversation</h3>
      <QueryState query={query} errorText="The conversation could not be loaded.">
        {(messages) =>
          messages.length === 0 ? (
            <p className="text-stone">Nothing was written yet.</p>
          ) : (
            <Messages table={table} recordId={id} messages={messages} name={name} />
          )
        }
      </QueryState>
      {can(nameAdminPermission(table, 'decide')) && can('records.work') && <Composer key={id} {...props} />}
    </section>
  )
}
