/** What the admin area's pages and the database say to each other: record work, decisions, export, mails. */
import type { DraftChange } from '../content-drafts.ts'
import { promises } from '../limits.ts'
import { applicationTables, type RegistrationRecordType, registrationRecordTypes } from '../record-types.ts'
import type { Permission } from './roles.ts'

/** Every kind of record that staff work on: the name of its table, and what one and many are called in a sentence. */
export const recordWords = {
  orders: ['order', 'orders'],
  farmers: ['farmer', 'farmers'],
  training_enrolments: ['trainee', 'trainees'],
  buyers: ['buyer', 'buyers'],
  investors: ['investor', 'investors'],
  partnership_applications: ['partner', 'partners'],
  job_applications: ['job application', 'job applications'],
  contact_messages: ['message', 'messages'],
  products: ['product', 'products'],
} as const satisfies Record<string, readonly [one: string, many: string]>
export type AdminRecordType = keyof typeof recordWords
export const adminRecordTypes = Object.keys(recordWords) as readonly AdminRecordType[]

/** Records of small forms: the column that names one, and the place that counts those that wait (private.form_records). */
export const formRecords = {
  partnership_applications: { nameColumn: 'company_name', place: 'partnership' },
  job_applications: { nameColumn: 'full_name', place: 'job-applications' },
  contact_messages: { nameColumn: 'name', place: 'messages' },
} as const satisfies { [Type in AdminRecordType]?: { nameColumn: string; place: string } }

/** The right to read a kind of record, and the right to decide on it. */
export function nameAdminPermission(recordType: AdminRecordType, verb: 'read' | 'decide'): Permission {
  if (recordType === 'products') return verb === 'read' ? 'products.read' : 'products.write'
  if (recordType === 'contact_messages')
    return verb === 'read' ? 'contact_messages.read' : 'contact_messages.answer'
  return `${recordType}.${verb}`
}

/* ---- Notes, assignment, due clocks ---- */

export const noteLimits = { min: 1, max: 2000 } as const

/** A row of the table record_notes: read by select, written by rpc add_record_note(record_type, record_id, body, mentions). */
export interface RecordNote {
  id: number
  record_type: AdminRecordType
  record_id: string
  author_id: string | null
  author_name: string | null
  body: string
  created_at: string
}

/**
 * rpc find_record_work(record_type, record_ids) -> one for each of these records, at most 500.
 * rpc assign_record(record_type, record_id, assignee_id | null, expected_assignee_id | null): PT409 when someone else
 * was first; hint is the assignee as they are now. rpc log_first_contact(record_type, record_id) stops the first clock.
 */
export interface RecordWork {
  record_id: string
  assignee_id: string | null
  assignee_name: string | null
  assigned_at: string | null
  contacted_at: string | null
  /** By when someone has to have acted; null: nothing was promised, or it is done. Past it, only_overdue finds the record. */
  due_at: string | null
  /** Since when an undecided registration is stopped: its person took back a consent that it needs. */
  stopped_at: string | null
}

/** rpc list_assignees(record_type): who may have such a record. */
export interface Assignee {
  user_id: string
  full_name: string
}

/**
 * The promises of the site, in hours from when a record came in (decision 82). First contact is met by a note of
 * it, a call, a message to the buyer, a quote or a decision; a decision by the decision alone.
 */
export const dueClocks = [
  { recordType: 'orders', clock: 'first_contact', hours: promises.orderFirstContactHours },
  { recordType: 'orders', clock: 'decision', hours: promises.orderConfirmationHours },
  { recordType: 'farmers', clock: 'decision', hours: promises.registrationAnswerHours },
  { recordType: 'training_enrolments', clock: 'decision', hours: promises.registrationAnswerHours },
  { recordType: 'buyers', clock: 'decision', hours: promises.registrationAnswerHours },
  { recordType: 'investors', clock: 'decision', hours: promises.registrationAnswerHours },
  { recordType: 'partnership_applications', clock: 'decision', hours: promises.applicationAnswerHours },
  { recordType: 'job_applications', clock: 'decision', hours: promises.applicationAnswerHours },
  { recordType: 'contact_messages', clock: 'decision', hours: promises.messageAnswerHours },
] as const satisfies readonly { recordType: AdminRecordType; clock: DueClock; hours: number }[]
export type DueClock = 'first_contact' | 'decision'

/* ---- Lists ---- */

/** Queues that are a part of a kind's records, and a list that is no kind of record: what they are a part of. */
export const queueSources = {
  payments: 'orders',
  quotes: 'orders',
  disputes: 'orders',
  low_stock: 'products',
  newsletter_subscriptions: null,
} as const satisfies Record<string, AdminRecordType | null>
export const adminQueues = Object.keys(queueSources) as readonly (keyof typeof queueSources)[]

/** What find_records lists by name; each is a view private.<list>_list. */
export type AdminList = AdminRecordType | (typeof adminQueues)[number]

/*
 * rpc find_records(list, only_status, search, only_overdue, page_index, page_size, assignee) answers one row of
 * record_page: count, and the ids of a page, newest first. It searches the list's own columns, who requested an order, the
 * name, address and phone of the account, and a phone number in any writing; assignee is 'mine', 'nobody' or someone's id;
 * page_size up to 500, so that "all N that match" come in few calls. The records themselves are selected with it, under the
 * name of their table: select=count,records:farmers(*). rpc admin_counts() answers { orders: { total, pending }, … } of the
 * kinds that the caller may read. Both stay quick where plain selects do not: row security keeps a select from using an
 * index of words, and makes it read every row to count them.
 */

/* ---- Places ---- */

/** rpc admin_places(): by the place's name, for each that the caller may enter; `late` of `waiting` are past what was promised. */
export type PlaceCounts = Partial<
  Record<string, { waiting: number; late: number; oldestDueAt: string | null }>
>

/* ---- History ---- */

/** rpc record_history(record_type, record_id), right to read the record: newest first. */
export interface HistoryEvent {
  axis:
    | 'status'
    | 'payment'
    | 'fulfilment'
    | 'credit'
    | 'quote'
    | 'money'
    | 'correction'
    | 'change'
    | 'call'
    | 'consent'
    | 'message'
  from_value: string | null
  to_value: string
  reason: string | null
  actor_role: string
  /** Null without the right to read profiles. */
  actor_name: string | null
  /** Someone decided on what is their own. */
  own_record: boolean
  created_at: string
  /** Of what the person wrote about the record from its page. */
  message_id: string | null
}

/* ---- Decisions on many ---- */

/** One of the rows given to rpc decide_records(record_type, rows, new_status, reason | null): at most 500. */
export interface BulkRow {
  id: string
  /** The status that the person saw. */
  expected: string
  /** For a registration: of the answers that the person saw. */
  version?: number
}

/** What decide_records answers: nothing is overwritten, and each row that was left out says why. */
export interface BulkOutcome {
  changed: string[]
  /** The entries of what changed, for rpc undo_decisions(event_ids). */
  events: number[]
  skipped: {
    id: string
    /** As it is now; null: it is gone, or not for this person to see. */
    status: string | null
    why: 'changed_meanwhile' | 'refused'
    /** What the database said, where it refused. */
    message: string | null
  }[]
}

/** rpc assign_records(record_type, record_ids, assignee_id): what a colleague has already is left out. At most 500. */
export interface ManyOutcome {
  changed: string[]
  skipped: { id: string; message: string }[]
}

/** rpc request_corrections(record_type, record_ids, notes, message | null); its requests go to rpc undo_corrections. */
export interface CorrectionsOutcome extends ManyOutcome {
  requests: number[]
}

/* ---- Undo ---- */

/** Whose decisions may be undone by who made them. Never orders and products: money and goods have steps of their own back (decision 127). */
export const undoableTypes: readonly AdminRecordType[] = [
  ...registrationRecordTypes,
  ...applicationTables,
  'contact_messages',
]

/** For how long, by the database's clock. The mail of the decision leaves afterwards. */
export const undoSeconds = 10

/**
 * rpc undo_decision(event_id), undo_correction(request_id): PT409 with the true reason where it is too late or something came
 * of it. rpc undo_decisions(event_ids), at most 500 -> UndoOutcome.
 */
export interface UndoOutcome {
  undone: string[]
  skipped: { id: string; message: string }[]
}

/* ---- Paths of the server ---- */

export const adminPaths = {
  /** POST AccessRequest -> { ok: true, url }: an address that is good for a minute; the access is written down first. */
  access: '/admin/access',
  /** POST MergeRequest -> { ok: true, older, younger }: their references; the younger's secrets and photo are gone. */
  merge: '/admin/merge',
  /** POST ExportRequest -> the file, as it is made; `x-total-rows` says how many rows it will have. */
  export: '/admin/export',
  /** GET ?id=… of an ExportRequest -> { rows, total, isDone }: how far it is. */
  exportProgress: '/admin/export/progress',
  /** POST { draftId, path } -> { ok: true, path }: a page as it would be; good for ten minutes, in a tab of its own. */
  preview: '/admin/preview',
  /** POST the bytes of a picture -> { ok: true, path }: drawn again, with ?as=logo as a PNG; a draft may name it. */
  boardPhoto: '/admin/board-photo',
  /** POST ?recordType&recordId a form with one `file` -> { ok: true, path, name, bytes }: looked at, for send_record_message. */
  messageFile: '/admin/message-file',
  /** POST { token } of a mailed link -> InvitationView. */
  invitation: '/admin/invitation',
  /** POST { token } -> { ok: true, tokenHash }: the sign-in service's own link of the type invite, for the page to verify. */
  invitationLink: '/admin/invitation/link',
} as const

export const accessedThings = [
  'photo',
  'cv',
  'payment_proof',
  'credit_draft',
  'dispute_photo',
  'message_file',
] as const

/** The photo is the vault's: it takes the right vault.reveal, a second factor and a reason; the others the record's right. */
export interface AccessRequest {
  recordType: AdminRecordType
  recordId: string
  what: (typeof accessedThings)[number]
  /** Which, where a record has several: the object's path as the record names it. */
  path?: string
  reason?: string
}

export const pollSeconds = 60

/* ---- Two registrations of one person ---- */

interface ComparedRegistration {
  id: string
  reference: string
  name: string | null
  email: string | null
  phone: string | null
  status: string
  createdAt: string
  hasAccount: boolean
  hasPhoto: boolean
}

/** rpc compare_registrations(record_type, record_id, other_id), right to read them. */
export interface Comparison {
  older: ComparedRegistration
  younger: ComparedRegistration
  /** Their last characters, null where those may not be shown. */
  secrets: {
    field: string
    hasOlder: boolean
    older: string | null
    hasYounger: boolean
    younger: string | null
    isSame: boolean
  }[]
  /** Why they cannot be made one; null where they can. */
  obstacle: string | null
  /** A digest of both records as they are now: a merge names it. */
  seen: string
}

/** Takes the right to decide on them, with a second factor. */
export interface MergeRequest {
  recordType: AdminRecordType
  recordId: string
  otherId: string
  reason: string
  seen: string
}

/** rpc find_merges(record_type, record_id), right to read it: those that are a part of it, and what it is a part of. */
export interface RegistrationMerge {
  older_id: string
  older_reference: string
  younger_id: string
  younger_reference: string
  reason: string
  /** Null without the right to read profiles. */
  actor_name: string | null
  created_at: string
}

/* ---- Notices, second persons, sittings ---- */

/** rpc admin_notices(): what the caller has to know before their work, by their rights. */
export type AdminNotice =
  | {
      kind: 'settlement'
      id: string
      of: 'bank_account' | 'crypto_wallet'
      step: 'proposed' | 'approved'
      name?: string
      bank_name?: string
      ending: string
      effective_at?: string
    }
  | {
      /** What waits is of those alone who may be the second person, as the function that decides judges it. */
      kind: 'quote_waits' | 'holds_much' | 'claim_ran_out' | 'stock_missing'
      /** The order's. */
      id: string
      code: string
    }
  | {
      kind: 'money_waits'
      /** The order's, which may have several. */
      id: string
      code: string
      of: MoneyEntry['kind']
      amount_kobo: number
      currency: string
    }
  | {
      kind: 'vault_alarm'
      id: string
      of: 'reveals' | 'photos' | 'reasons'
      count: number
      at: string
      name: string | null
      isOwn: boolean
    }
  | { kind: 'no_alarm_address' }

/** rpc list_money_entries(order_id): what waits for a second person; decide_money_entry(entry_id, is_approved) decides. */
export interface MoneyEntry {
  id: string
  kind: 'receipt' | 'refund' | 'correction' | 'fee' | 'write_off' | 'complaint'
  /** For a correction: what really came. */
  amount_kobo: number
  /** For a correction: what is recorded. */
  was_kobo: number | null
  /** The whole line, where several orders share it. */
  transfer_kobo: number | null
  currency: string
  /** None of what is settled without money. */
  value_date: string | null
  bank_reference: string | null
  /** Where something is settled or granted without money: the first person's words; a grant's are sent to the buyer. */
  reason: string | null
  recorded_at: string
  recorded_by_name: string | null
  is_own: boolean
  /** Why the reader may not confirm it; null where they may, as far as their right goes. */
  obstacle: string | null
}

/** rpc my_sitting(); begin_sitting(queue, reason) and end_sitting(), right vault.reveal with a second factor. */
export interface Sitting {
  id: string
  queue: RegistrationRecordType
  reason: string
  endsAt: string
  photos: number
  photosMax: number
}

/** rpc settlement_ways(): who decided what of each account, and how an open proposal can go on. */
export interface SettlementWay {
  proposal_id: string
  /** person: someone here approves it; outside: the address outside does, by a mailed code; nobody: none is set. Null: it is decided. */
  way: 'person' | 'outside' | 'nobody' | null
  can_approve: boolean
  waits_days: 1 | 7 | null
  code_sent_at: string | null
  /** Null: a demo's, or the account is gone. */
  proposed_by_name: string | null
  /** Null: not, by the address outside, or by an account that is gone. */
  approved_by_name: string | null
  withdrawn_by_name: string | null
}

/* ---- Audit trail ---- */

export const chosenMax = 5000

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]
/** Lists that find_records does not know: three views, the outbox and the trail. */
const exportViews = ['correction_requests', 'people_to_phone', 'mails', 'audit_trail', 'breaches'] as const
export type ExportType = AdminList | (typeof exportViews)[number]
export const exportTypes: readonly ExportType[] = [...adminRecordTypes, ...adminQueues, ...exportViews]

/** The list's filters, as the list itself has them. Takes the right exports.make and a second factor. */
export interface ExportRequest {
  /** A uuid of the caller's own, by which the progress is queried. */
  id: string
  type: ExportType
  format: ExportFormat
  status?: string
  search?: string
  isOverdue?: boolean
  assignee?: string
  /** For the audit trail: times. */
  since?: string
  until?: string
  /** The list's further filters by name, as find_records takes them. */
  filters?: Record<string, string>
  /** For a list that is chosen from: these records alone, of what the filters above find; at most chosenMax. */
  ids?: string[]
  /** Whole contact details; without it (or without the right exports.unmasked) they are masked. */
  unmasked?: boolean
}

/* ---- Mails and short messages ---- */

export const mailStates = ['waiting', 'sending', 'sent', 'failed'] as const
export type MailState = (typeof mailStates)[number]

/**
 * rpc list_record_mails(record_type, record_id), right to read the record: what went out about it; without the right
 * mails.read nobody's address and nothing of what the other side said. rpc resend_mail(id), right mails.resend.
 */
export interface RecordMail {
  id: string
  channel: 'email' | 'sms'
  template: string
  /** What its template is called (domain/mail-names.ts). */
  name: string
  recipient: string | null
  state: MailState
  attempts: number
  last_error: string | null
  created_at: string
  next_attempt_at: string | null
  sent_at: string | null
  /** What it said is still there; links that open something are forgotten and cannot be sent again. */
  can_resend: boolean
}

/**
 * rpc list_mails(only_state | null, search | null, page_index, page_size, oldest_first, since | null, until | null), right mails.read: those
 * about records that the caller may read; about accounts and staff for anyone who manages staff (roles.manage).
 */
export interface MailRow extends RecordMail {
  recipient: string
  /** All that match. */
  total: number
}

/** rpc find_mail(mail_id), right mails.read: one, with the record that it is about. */
export interface FoundMail extends RecordMail {
  recipient: string
  record_type: AdminRecordType | null
  record_id: string | null
}

/**
 * A row of the table mail_suppressions, right mails.read: an address that is not written to, but for what its person requests
 * themselves. rpc suppress_address(email, reason) and lift_suppression(email), right mails.resend; never a colleague's.
 * A bounce ends by itself (expires_at).
 */
export const suppressionReasons = ['bounced', 'complained', 'asked'] as const

/* ---- Content ---- */

/**
 * A row of the table content_drafts, of which one is open at a time. rpc save_draft(id | null, title, changes,
 * expected_updated_at) -> id, PT409 where someone else changed it in between; rpc publish_draft(id, expected_updated_at):
 * all of it or nothing, with the publisher's own rights; rpc drop_draft(id, expected_updated_at). adminPaths.preview shows
 * it before.
 */
export interface ContentDraft {
  id: string
  title: string
  changes: DraftChange[]
  author_id: string | null
  created_at: string
  updated_at: string
  published_at: string | null
}

/** What rpc list_published_content(max_rows) answers, the latest first; a text of law has a version and no changes. */
export interface PublishedContent {
  id: string
  title: string
  changes: (Pick<DraftChange, 'table' | 'verb' | 'key'> & { columns?: string[] })[] | null
  version: string | null
  published_at: string
  published_by: string | null
}

/** What rpc list_page_text_versions(page, key) answers, the latest first; a text that is null is the one that the site brings. */
export interface PageTextVersion {
  text: string | null
  published_at: string
  published_by: string | null
}

export const boardPhotoBytesMax = 8_000_000
export const boardPhotoRefusal = 'Please choose a photo: JPEG, PNG or WebP, at most 8 MB'

export const legalKinds = ['terms', 'privacy'] as const
export type LegalKind = (typeof legalKinds)[number]

/**
 * A row of the table legal_texts: rpc save_legal_text(kind, sections, expected_updated_at) -> id of the one draft of its
 * kind, PT409 where the newest text is not the one that was expected; rpc publish_legal_text(id, expected_updated_at) ->
 * its version, the day in Lagos. What is published stays as it is.
 */
export interface LegalText {
  id: string
  kind: LegalKind
  /** YYYY-MM-DD, with -2 and so on for a second on one day; null while it is a draft. */
  version: string | null
  sections: { title: string; paragraphs: string[] }[]
  updated_at: string
  published_at: string | null
}

/** rpc count_acceptances(kind): how many people agreed to which version, the newest first. */
export interface AcceptanceCount {
  text_version: string
  people: number
  last_at: string
}
