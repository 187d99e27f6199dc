/** Messages to the company in the admin area: open ones wait for an answer within a day. */
import { Link } from 'react-router'
import { recordWords } from '#domain/admin/admin.ts'
import { messageWords } from '#domain/admin/queue-words.ts'
import { contactQuestions } from '#domain/company/contact-messages.ts'
import { formatDateTime } from '#domain/dates.ts'
import { registrationRecordTypes } from '#domain/record-types.ts'
import { type AdminKind, capitalise } from '#site/admin/records/admin-kind.ts'
import { answerFacts } from '#site/admin/records/answer-facts.tsx'
import { Facts } from '#site/admin/records/facts.tsx'
import { listMatches } from '#site/admin/records/find-records.ts'
import { by, byDay, days, replyFilter, replyViews } from '#site/admin/records/list-filters.ts'
import { readOne } from '#site/admin/records/list-records.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { recordPath } from '#site/admin/records/record-path.ts'
import type { ListState } from '#site/admin/records/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { StatusBadge } from '#site/ui/status.tsx'

const Conversation = loadPart(
  async () => (await import('#site/admin/conversations/conversation.tsx')).Conversation,
)

const OtherContact = loadPart(
  async () => (await import('#site/admin/conversations/other-contact.tsx')).OtherContact,
)

const topics: Record<string, string> = { general: 'General', hr: 'HR department', chat: 'Chat' }

const listMessages = (state: ListState) =>
  listMatches('contact_messages', state, (result) => result.select('count,records:contact_messages(*)'))

async function findMessage(id: string) {
  return readOne(await (await getSupabase()).from('contact_messages').select('*').eq('id', id).maybeSingle())
}

/** What was written from the page of a registration names it. */
function aboutOf({ topic, about_type, about_id, about_reference }: Message) {
  if (!about_type || !about_id) return topics[topic] ?? topic
  return (
    <Link className="code" to={recordPath(about_type, about_id)}>
      {about_reference}
    </Link>
  )
}

type Message = Awaited<ReturnType<typeof listMessages>>['records'][number]

export const messageKind: AdminKind<Message> = {
  table: 'contact_messages',
  recordType: 'contact_messages',
  noun: 'message',
  statuses: Object.entries(messageWords).map(([value, label]) => ({ value, label })),
  hasDue: true,
  filters: [
    {
      name: 'topic',
      label: 'About',
      options: [
        { value: 'general', label: 'General' },
        { value: 'hr', label: 'HR department' },
        ...registrationRecordTypes.map((type) => ({ value: type, label: capitalise(recordWords[type][1]) })),
      ],
    },
    replyFilter,
    ...days,
  ],
  views: replyViews,
  decisions: {
    table: 'contact_messages',
    statuses: ['pending', 'completed'],
    keys: { a: 'completed', d: 'pending' },
    nextStatuses: (status) => (status === 'pending' ? ['completed'] : ['pending']),
    // The first thing is to answer, in the conversation.
    isNext: ({ email }) => !email,
    verbs: {
      completed: { label: 'Mark as answered', busyLabel: 'Marking...' },
      pending: { label: 'Open again', busyLabel: 'Opening...' },
    },
  },
  renderStatus: ({ status }) => (
    <StatusBadge status={status} {...(status === 'completed' && { word: 'Answered' })} />
  ),
  searchHelp: 'Name, email, phone or words',
  listRecords: listMessages,
  findRecord: findMessage,
  nameOf: (message) => `message of ${message.name}`,
  title: { label: 'From', text: (message) => message.name },
  columns: [
    {
      label: 'About',
      room: 'little',
      sorts: by('topic'),
      cell: aboutOf,
    },
    {
      label: 'Message',
      room: 'much',
      cell: (message) => <span className="line-clamp-2 whitespace-normal">{message.message}</span>,
    },
    { label: 'Received', sorts: byDay, cell: (message) => formatDateTime(message.created_at) },
  ],
  renderDetails: (message) => (
    <>
      {message.about_id && <OtherContact id={message.id} />}
      <Facts
        facts={{
          // The message itself begins the conversation.
          ...answerFacts(contactQuestions, { ...message, message: null }, 'your message'),
          About: aboutOf(message),
          Received: formatDateTime(message.created_at),
          Answered: message.answered_at && formatDateTime(message.answered_at),
        }}
      />
      <Conversation
        table="contact_messages"
        id={message.id}
        name={message.name}
        email={message.email}
        mayMarkAnswered={message.status === 'pending'}
        note={message.about_id && <OtherContact id={message.id} />}
      />
    </>
  ),
}
