/** Conversations about a record: who writes to whom by mail, and what may come with it; the admin area, the server and the database share it. */
import { documentTypes } from '../file-types.ts'
import type { AdminRecordType } from './admin.ts'

/** The kinds of record with a thread; that of an order is order_messages, which its buyer reads on the order's page. */
export const conversationTypes = [
  'contact_messages',
  'job_applications',
  'partnership_applications',
  'orders',
] as const satisfies readonly AdminRecordType[]
export type ConversationType = (typeof conversationTypes)[number]

export function isConversationType(type: string | null): type is ConversationType {
  return conversationTypes.some((known) => known === type)
}

/** Characters of a message; a mail that came is shown up to as many. */
export const messageMax = (type: ConversationType): number => (type === 'orders' ? 2000 : 5000)

/** Where files of messages lie. */
export const messageFileBucket = 'message-files'
export const messageFilesMax = 5
/** As it is stored; a larger picture is made smaller. */
export const messageFileBytesMax = 2 * 1024 * 1024
export const messageFileUploadBytesMax = 8_000_000

export const messageFileTypes = { jpg: 'image/jpeg', ...documentTypes } as const

export const messageFileMessages = {
  unreadable: 'Please choose a picture, a PDF or a Word document of at most 2 MB (a picture: 8 MB)',
  active:
    'This PDF has a password, a script or another file in it, so it is not sent. Please print it to a new PDF.',
} as const

/**
 * One of rpc list_conversation(record_type, record_id), right to read the record: oldest first. rpc send_record_message(
 * record_type, record_id, body, attempt, files, mark_answered), right to decide on the record and records.work: the same attempt again
 * is the same message; files are paths that POST adminPaths.messageFile answered.
 */
export interface ConversationMessage {
  id: string
  is_from_staff: boolean
  /** A colleague's name, or for the first message its sender's. Null: nobody's name is known (any more). */
  author_name: string | null
  /** Where a mail came from. */
  from_address: string | null
  /** Not from the address that the record knows: it changes nothing. */
  is_proved: boolean
  body: string
  /** The whole mail, where less is shown. */
  whole_body: string | null
  /** Files that were not taken: of another kind, too large, too many, or with something in them that acts. */
  files_left_out: number
  files: MessageFile[] | null
  /** The mail by which it went out: list_record_mails says what became of it. */
  mail_id: string | null
  created_at: string
  /** Of the first message, where it is about a registration that does not know all of its contacts. */
  other_contacts: OtherContacts | null
}

/** What a message gives and the registration does not know; what is on record for who may read the registration alone. */
export interface OtherContacts {
  kinds: ('email' | 'phone')[]
  reference: string
  email?: string | null
  phone?: string | null
}

export interface MessageFile {
  path: string
  name: string
  bytes: number
}

/** A row of the table reply_templates; {name} in it stands for who is written to. */
export interface ReplyTemplate {
  id: number
  record_type: ConversationType | null
  title: string
  body: string
  updated_at: string
}

export function fillTemplate(body: string, name: string): string {
  return body.replaceAll('{name}', name)
}
