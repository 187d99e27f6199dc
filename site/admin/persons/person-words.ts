/** What the page of a person says of each entry: its name, its state, and where it opens. */
import { recordWords } from '#domain/admin/admin.ts'
import { callOutcomes } from '#domain/admin/call-outcomes.ts'
import type { PersonEntry, PersonSection } from '#domain/admin/persons.ts'
import { quoteWords } from '#domain/admin/quote-words.ts'
import { describePurpose } from '#domain/consent-purposes.ts'
import { type DocumentKind, documentTitles } from '#domain/market/documents.ts'
import { formatMoney } from '#domain/money.ts'
import { describeStatus } from '#domain/status-machines.ts'
import { recordPath } from '#site/admin/records/record-path.ts'
import { formatDue } from '#site/admin/tasks/task-data.ts'
import { paths } from '#site/paths.ts'

export const sectionTitles: Record<PersonSection, [title: string, one: string]> = {
  registrations: ['Registrations', 'Registration'],
  orders: ['Orders', 'Order'],
  quotes: ['Quotes', 'Quote'],
  documents: ['Documents', 'Document'],
  messages: ['Messages', 'Message'],
  applications: ['Applications', 'Application'],
  calls: ['Calls', 'Call'],
  notes: ['Notes', 'Note'],
  tasks: ['Tasks', 'Task'],
  mails: ['Mails', 'Mail'],
  consents: ['Consents', 'Consent'],
}

export const viaWords: Partial<Record<PersonEntry['via'], string>> = {
  phone: 'same number',
  email: 'same email address',
}

export const entryPath = ({ recordType, recordId }: PersonEntry): string =>
  recordType === 'mails' ? `${paths.adminMails}?record=${recordId}` : recordPath(recordType, recordId)

export interface EntryWords {
  /** The link. */
  title: string
  /** Read out letter by letter. */
  isCode: boolean
  /** Beside it. */
  detail: string
}

/** A sentence's parts, without the empty ones. */
const join = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(', ')

const stateWords: Record<string, string> = {
  from_staff: 'from us',
  from_buyer: 'from the buyer',
  from_person: 'from them',
  unproved: 'from an unproved address',
  waiting: 'waits for a second person',
  given: 'given',
  withdrawn: 'taken back',
  late: 'late',
  done: 'done',
}

const nameState = (state: string | null) =>
  state === null ? '' : (stateWords[state] ?? describeStatus(state).toLowerCase())

export function describeEntry(section: PersonSection, entry: PersonEntry): EntryWords {
  const { code, words, state, amountKobo, currency, byName, dueOn, recordType } = entry
  const kind = recordType === 'mails' ? 'mail' : recordWords[recordType][0]
  const money = amountKobo === null ? '' : formatMoney(amountKobo, currency ?? 'NGN')
  const coded = (detail: string): EntryWords => ({ title: code ?? 'Open', isCode: code !== null, detail })
  const titled = (title: string | null, detail: string): EntryWords => ({
    title: title || 'Open',
    isCode: false,
    detail,
  })
  switch (section) {
    case 'registrations':
      return coded(join(kind, state === 'merged' ? `merged into ${words}` : join(nameState(state), words)))
    case 'orders':
      return coded(join(words, money || 'not quoted', nameState(state)))
    case 'quotes':
      return coded(join(money, quoteWords[state ?? ''], dueOn && `good until ${formatDue(dueOn, null)}`))
    case 'documents':
      return coded(join(documentTitles[state as DocumentKind], words && `of ${words}`))
    case 'messages':
      return titled(
        words,
        join(state === 'completed' ? 'answered' : state === 'pending' ? 'to answer' : nameState(state), code),
      )
    case 'applications':
      return titled(words, join(kind, nameState(state)))
    case 'calls':
      return titled(callOutcomes[state ?? ''] ?? 'Call', join(words, byName))
    case 'notes':
      return titled(words, join(byName ?? 'a colleague', `on a ${kind}`))
    case 'tasks':
      return titled(
        words,
        join(dueOn && `for ${formatDue(dueOn, null)}`, byName, state !== 'open' && nameState(state)),
      )
    case 'mails':
      return titled(words, state ?? '')
    case 'consents':
      return titled(describePurpose(words ?? ''), join(nameState(state), kind))
  }
}
