/** The words by which an entry of the audit trail is found: those of its sentence, which the database keeps as rows. */
import { auditedTables } from './audit-trail.ts'
import { nameListOf, nounOf } from './audit-words.ts'
import { type DescribedEntry, describeEntry } from './describe-entry.ts'

/** What is empty is of any entry. */
export interface AuditWords {
  action: string
  subjectType: string
  /** What its new values hold. */
  after: Readonly<Record<string, string>>
  words: string
}

type Sample = Partial<Pick<DescribedEntry, 'subject_type' | 'before' | 'after'>>

/** Each action, with the values by which its sentences differ. */
const actions: Readonly<Record<string, readonly Sample[]>> = {
  insert: [{}],
  update: [{}],
  delete: [{}],
  look: [{}],
  export: [{ subject_type: '' }],
  note: [{}],
  contact: [{}],
  message: [{}, { subject_type: 'orders' }],
  undo: [{}, { before: { correction: true } }],
  task: [{}, { before: {} }, { after: { is_done: true } }],
  merge: [{}, { after: { younger: '' } }],
  send_document: [{}],
  quote_delivery: [{}],
  accept_delivery_by_phone: [{}],
  change_delivery_day: [{}],
  assign: [{ after: { assignee_id: 'a colleague' } }, { after: { assignee_id: 'me' } }],
  call: [{}],
  correction: [{}],
  change: [{}],
  enter: [{}],
  resend: [{}],
  unsubscribe: [{}],
  event: [{}],
  freeze: [{}],
  ask_thaw: [{}],
  thaw: [{}],
  request_factor_reset: [{}],
  reset_second_factor: [{}],
  request: [{}],
  cancel: [{}],
  propose: [{ subject_type: 'market_limits' }],
  withdraw: [{ subject_type: 'market_limits' }],
  alarm: [{}, { subject_type: 'vault_seal' }],
  entry_lost: [{}],
  entry_altered: [{}],
  head_lost: [{}],
}

/** Tables whose rows are deeds, with the columns that tell them apart. */
const deeds: readonly (Sample & { action: string; subject_type: string })[] = [
  ...['insert', 'update', 'delete'].map((action) => ({ action, subject_type: 'user_roles' })),
  ...['insert', 'delete'].map((action) => ({ action, subject_type: 'role_permissions' })),
  ...['insert', 'delete'].map((action) => ({ action, subject_type: 'staff_departures' })),
  ...['insert', 'delete'].map((action) => ({ action, subject_type: 'mail_suppressions' })),
  ...['insert', 'update'].map((action) => ({ action, subject_type: 'quotes' })),
  { action: 'insert', subject_type: 'vault_reveals' },
  { action: 'insert', subject_type: 'photo_sittings' },
  { action: 'insert', subject_type: 'payments' },
  { action: 'insert', subject_type: 'money_entries' },
  { action: 'insert', subject_type: 'staff_invitations' },
  { action: 'update', subject_type: 'staff_invitations', after: { accepted_at: 'then' } },
  { action: 'update', subject_type: 'staff_invitations', after: { withdrawn_at: 'then' } },
  { action: 'insert', subject_type: 'settlement_accounts' },
  { action: 'update', subject_type: 'settlement_accounts', after: { approved_at: 'then' } },
  { action: 'update', subject_type: 'settlement_accounts', after: { withdrawn_at: 'then' } },
  { action: 'update', subject_type: 'content_drafts', after: { published_at: 'then' } },
  { action: 'update', subject_type: 'legal_texts', after: { published_at: 'then' } },
]

const steps = ['approved', 'declined', 'completed', 'pending', 'published', 'hidden', 'answered', 'cancelled']
const files = ['cv', 'payment_proof', 'credit_draft', 'dispute_photo', 'photo', 'own_photo']

/** The sentence up to its values, without the name of what it is about. */
function say(action: string, { subject_type = '', before = null, after = null }: Sample): string {
  const { parts } = describeEntry(
    {
      ...{ action, subject_type, before, after, actor_id: 'me', names: {} },
      // A kind without a noun.
      about: { type: subject_type === 'orders' ? subject_type : '', id: null, name: '' },
    },
    [],
  )
  return parts
    .map((part) => (typeof part === 'string' ? part : part.name === 'a mail' ? part.name : ''))
    .join('')
    .replace(/ undefined| Another role/g, '')
    .replace(/[:,("].*/, '')
    .replace(/\s+/g, ' ')
    .replace(/ from ?$/, '')
    .trim()
}

/** Each once, in the order in which they are said here. */
export function listAuditWords(): AuditWords[] {
  const types = Object.values(auditedTables).flat()
  const all: AuditWords[] = [
    ...types.flatMap((subjectType) =>
      [nounOf(subjectType), nameListOf(subjectType)].map((words) => ({
        ...{ action: '', subjectType, after: {}, words },
      })),
    ),
    ...Object.entries(actions).flatMap(([action, samples]) =>
      samples.map((sample) => ({
        ...{ action, subjectType: sample.subject_type ?? '', after: {} },
        words: say(action, sample),
      })),
    ),
    ...deeds.map(({ action, ...sample }) => ({
      ...{ action, subjectType: sample.subject_type ?? '', after: {} },
      words: say(action, sample),
    })),
    ...steps.map((status) => ({
      ...{ action: 'update', subjectType: '', after: { status } },
      words: say('update', { after: { status } }),
    })),
    ...files.map((what) => ({
      ...{ action: 'look', subjectType: '', after: { what } },
      words: say('look', { after: { what } }),
    })),
    {
      ...{ action: 'update', subjectType: 'contact_messages', after: { status: 'completed' } },
      words: 'answered',
    },
  ]
  return [...new Map(all.map((row) => [JSON.stringify(row), row])).values()]
}
