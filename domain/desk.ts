/** What the desk's pages and the database say to each other: record work, audit trail, figures, export, mails. */
import type { Permission } from './roles.ts'

/** Every kind of record that staff work on; the name of its table. */
export const deskRecordTypes = [
  'orders',
  'farmers',
  'training_enrolments',
  'buyers',
  'investors',
  'partnership_applications',
  'job_applications',
  'contact_messages',
  'products',
] as const
export type DeskRecordType = (typeof deskRecordTypes)[number]

/** The right to read a kind of record, and the right to decide on it. */
export function nameDeskPermission(recordType: DeskRecordType, verb: 'read' | 'decide'): Permission {
  if (recordType === 'products') return 'products.write'
  if (recordType === 'contact_messages')
    return verb === 'read' ? 'contact_messages.read' : 'contact_messages.answer'
  return `${recordType}.${verb}`
}

/* ---- Notes, assignment, due clocks ---- */

export const noteLimits = { min: 1, max: 2000 } as const

/** A row of the table record_notes: read by select, written by rpc add_record_note(record_type, record_id, body). */
export interface RecordNote {
  id: number
  record_type: DeskRecordType
  record_id: string
  author_id: string | null
  author_name: string | null
  body: string
  created_at: string
}

/**
 * A row of the table record_work, one for each record that somebody took up; none yet means nobody did.
 * rpc assign_record(record_type, record_id, assignee_id | null, expected_assignee_id | null): PT409 when somebody else
 * was first; hint is the assignee as they are now. rpc log_first_contact(record_type, record_id) stops the first clock.
 */
export interface RecordWork {
  record_type: DeskRecordType
  record_id: string
  assignee_id: string | null
  assignee_name: string | null
  assigned_at: string | null
  contacted_by: string | null
  contacted_at: string | null
}

/**
 * The promises of the site, in hours from the moment a record came in (decision 82). First contact is met by a note of
 * it, a call, a message to the buyer, a quote or a decision; a decision by the decision alone. Equal to private.due_clocks.
 */
export const dueClocks = [
  { recordType: 'orders', clock: 'first_contact', hours: 24 },
  { recordType: 'orders', clock: 'decision', hours: 48 },
  { recordType: 'farmers', clock: 'decision', hours: 48 },
  { recordType: 'training_enrolments', clock: 'decision', hours: 48 },
  { recordType: 'buyers', clock: 'decision', hours: 48 },
  { recordType: 'investors', clock: 'decision', hours: 48 },
  { recordType: 'partnership_applications', clock: 'decision', hours: 48 },
  { recordType: 'job_applications', clock: 'decision', hours: 48 },
  { recordType: 'contact_messages', clock: 'decision', hours: 24 },
] as const satisfies readonly { recordType: DeskRecordType; clock: DueClock; hours: number }[]
export type DueClock = 'first_contact' | 'decision'

/** A row of the view overdue_records: an open record whose clock ran out, once for each clock. */
export interface OverdueRecord {
  record_type: DeskRecordType
  record_id: string
  clock: DueClock
  due_at: string
  assignee_id: string | null
}

/** A row of the table decline_reasons: templates to choose from; null record_type means every kind. */
export interface DeclineReason {
  id: number
  record_type: DeskRecordType | null
  body: string
  position: number
}

/* ---- Lists ---- */

/**
 * What rpc find_records(list, only_status, search, only_overdue, page_index, page_size) answers: newest first. It searches
 * the list's own columns, who asked for an order, and the name, address and phone of the account; page_size up to 500, so
 * that "all N that match" come in few calls. The records themselves are then read by these ids. rpc desk_counts() answers
 * { orders: { total, pending }, … } of the kinds that the caller may read. Both stay quick where plain selects do not:
 * row security keeps a select from using an index of words, and makes it read every row to count them.
 */
export interface FoundRecords {
  count: number
  records: { id: string; status: string }[]
}

/* ---- Decisions on many ---- */

export const bulkDecisionMax = 500

/** One of the rows given to rpc decide_records(record_type, rows, new_status, reason | null): at most bulkDecisionMax. */
export interface BulkRow {
  id: string
  /** The status that the person saw. */
  expected: string
}

/** What decide_records answers: nothing is overwritten, and each row that was left out says why. */
export interface BulkOutcome {
  changed: string[]
  skipped: {
    id: string
    /** As it is now; null: it is gone, or not for this person to see. */
    status: string | null
    why: 'changed_meanwhile' | 'refused'
    /** What the database said, where it refused. */
    message: string | null
  }[]
}

/* ---- Paths of the server ---- */

export const deskPaths = {
  /** POST LookRequest -> { ok: true, url }: an address that is good for a minute; the look is written down first. */
  look: '/desk/look',
  /** POST ExportRequest -> the file, as it is made; `x-total-rows` says how many rows it will have. */
  export: '/desk/export',
  /** GET ?id=… of an ExportRequest -> { rows, total, isDone }: how far it is. */
  exportProgress: '/desk/export/progress',
  /** POST { draftId, path } -> { ok: true, path }: a page as it would be; good for ten minutes, in a tab of its own. */
  preview: '/desk/preview',
} as const

export const lookWhats = ['photo', 'cv', 'payment_proof', 'dispute_photo'] as const

/** The photo is the vault's: it takes the right vault.reveal, a second factor and a reason; the others the record's right. */
export interface LookRequest {
  recordType: DeskRecordType
  recordId: string
  what: (typeof lookWhats)[number]
  /** Which, where a record has several: the object's path as the record names it. */
  path?: string
  reason?: string
}

export const lookSeconds = 60

/* ---- Audit trail ---- */

/** rpc search_audit(AuditSearch's fields, each may be null) -> AuditEntry[], newest first; right audit_events.read. */
export interface AuditSearch {
  /** Words of the action, the table, the person or the record's id. */
  search: string | null
  actor: string | null
  /** The table. */
  kind: string | null
  /** The record's id. */
  subject: string | null
  since: string | null
  until: string | null
  /** Entries older than this id: the next page. */
  before_id: number | null
  /** At most 200. */
  most: number
}

export interface AuditEntry {
  id: number
  at: string
  actor_id: string | null
  actor_name: string | null
  /** The role at that time; 'system' for the house's own work. */
  actor_role: string
  /** From where: the client's address, null where the house itself acted. */
  address: string | null
  /** 'insert', 'update', 'delete', or a word of its own: 'look', 'export', 'sign_out'. */
  action: string
  subject_type: string
  subject_id: string | null
  /** Only what changed; never a secret. */
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** Whether the hash chain holds it already. */
  is_sealed: boolean
}

/* ---- Figures ---- */

export const figureSteps = ['day', 'week', 'month'] as const
export type FigureStep = (typeof figureSteps)[number]
export const figureSubjects = ['orders', 'farmers', 'training_enrolments', 'buyers', 'investors'] as const
export type FigureSubject = (typeof figureSubjects)[number]

/** rpc figures_over_time(subject, since, until, step): since and until are days in Lagos, until included; empty steps are 0. */
export interface FigureOverTime {
  /** The first day of the step, YYYY-MM-DD. */
  period: string
  status: string
  count: number
}

/** rpc figures_by(subject, dimension, since, until), the most frequent first; '' where it is not known. */
export const figureDimensions = ['status', 'state', 'crop'] as const
export type FigureDimension = (typeof figureDimensions)[number]
export interface FigureBy {
  value: string
  count: number
}

/** rpc figures_promise_kept(since, until): of what came in then, by kind and clock. Open ones that are not due yet are neither. */
export interface FigurePromise {
  record_type: DeskRecordType
  clock: DueClock
  kept: number
  broken: number
  open: number
}

/* ---- Export ---- */

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const exportTypes = [...deskRecordTypes, 'newsletter_subscriptions'] as const
export type ExportType = (typeof exportTypes)[number]

/** The list's filters, as the list itself has them. Takes the right exports.make and a second factor. */
export interface ExportRequest {
  /** A uuid of the caller's own, by which the progress is asked. */
  id: string
  type: ExportType
  format: ExportFormat
  status?: string
  search?: string
  isOverdue?: boolean
  /** Whole contact details; without it (or without the right exports.unmasked) they are masked. */
  unmasked?: boolean
}

/* ---- Mails and short messages ---- */

export const mailStates = ['waiting', 'sending', 'sent', 'failed'] as const
export type MailState = (typeof mailStates)[number]

/** rpc list_mails(only_state | null, search | null, page_index, page_size), right mails.read; rpc resend_mail(id), right mails.resend. */
export interface MailRow {
  id: string
  channel: 'email' | 'sms'
  template: string
  recipient: string
  state: MailState
  attempts: number
  last_error: string | null
  created_at: string
  next_attempt_at: string | null
  sent_at: string | null
  /** What it said is still there; links that open something are forgotten and cannot be sent again. */
  can_resend: boolean
  /** All that match. */
  total: number
}

/**
 * A row of the table mail_suppressions (right mails.read): nothing is sent there, and such mails stand among the failed
 * ones with last_error 'suppressed'. A mailbox that refuses its recipient for good is put here for 30 days.
 * rpc suppress_address(email, 'asked' | 'complained') and lift_suppression(email), right mails.resend.
 */
export interface MailSuppression {
  email: string
  reason: 'bounced' | 'complained' | 'asked'
  created_at: string
  expires_at: string | null
}

/* ---- Content ---- */

/** Tables that a draft may change, each as its rights allow. */
export const draftTables = [
  'company_facts',
  'impact_figures',
  'board_members',
  'career_categories',
  'career_positions',
  'page_actions',
] as const
export type DraftTable = (typeof draftTables)[number]

/** `key` names the row by its primary key; an insert has none. */
export interface DraftChange {
  table: DraftTable
  verb: 'insert' | 'update' | 'delete'
  key?: Record<string, string | number>
  values?: Record<string, unknown>
}

/**
 * A row of the table content_drafts. rpc save_draft(id | null, title, changes) -> id; rpc publish_draft(id): all of it
 * or nothing, with the publisher's own rights; rpc drop_draft(id). deskPaths.preview shows it before.
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

export const legalKinds = ['terms', 'privacy'] as const
export type LegalKind = (typeof legalKinds)[number]

/**
 * A row of the table legal_texts: rpc save_legal_text(kind, sections) -> id of the one draft of its kind;
 * rpc publish_legal_text(id) -> its version, the day in Lagos. What is published stays as it is.
 */
export interface LegalText {
  id: string
  kind: LegalKind
  /** YYYY-MM-DD, with -2 and so on for a second on one day; null while it is a draft. */
  version: string | null
  sections: { title: string; paragraphs: string[] }[]
  published_at: string | null
}

/** rpc count_acceptances(kind): how many people agreed to which version, the newest first. */
export interface AcceptanceCount {
  text_version: string
  people: number
  last_at: string
}
