/** What one kind of record tells the admin area: how it is listed, named, shown and decided. */
import type { ReactNode } from 'react'
import type { AdminRecordType, ExportType } from '#domain/admin/admin.ts'
import type { ListPage } from './list-records.ts'
import type { ListState } from './use-list-state.ts'

export interface AdminRecord {
  id: string
  status: string
  created_at: string
}

export interface AdminColumn<R> {
  label: string
  numeric?: boolean
  cell: (record: R) => ReactNode
}

export interface StatusOption {
  value: string
  label: string
}

/** What the dialog of a reason says. */
export interface ReasonQuestion {
  help: string
  /** How many characters are a reason. */
  minLength: number
  /** The kind whose usual reasons are offered. */
  templatesFor?: AdminRecordType
}

export interface Verb {
  label: string
  busyLabel: string
}

export type DecisionKey = 'a' | 'd' | 'c'
export type DecisionKeys = Readonly<Partial<Record<DecisionKey, string>>>

/** How the records of a kind are decided; a kind without it is only read, or has buttons of its own. */
export interface Decisions<R> {
  table: AdminRecordType
  /** What a decision calls the record, where the list names it by what it waits for: an order to quote is an order. */
  noun?: string
  statuses: readonly string[]
  /** Which statuses may follow: the buttons of a row. */
  nextStatuses: (status: string) => readonly string[]
  /** Why a step that follows cannot be taken yet: said in place of its button. */
  findObstacle?: (record: R, to: string) => string | null
  /** What has to be said before this record is completed; null, or left out, when nothing. */
  promptAtCompletion?: (record: R) => ReasonQuestion | null
  /** Words of a kind's own for a step: a message is "answered". */
  verbs?: Readonly<Record<string, Verb>>
  /** Which step each key takes, where it is not to approve, decline and complete. */
  keys?: DecisionKeys
  /** Whether many may be approved or declined at once. */
  inBulk?: boolean
}

export interface AdminKind<R extends AdminRecord> {
  /** The prefix of its query keys; live changes of this table refetch them. */
  table: string
  /** Whether staff take it up, note and decide on it; a newsletter's readers are only listed. */
  recordType?: AdminRecordType
  /** Under which name the list can be taken along as a file. */
  exportType?: ExportType
  /** In the middle of a sentence: "order". */
  noun: string
  /** Where an s does not make it. */
  plural?: string
  /** The choices of the status filter. */
  statuses: readonly StatusOption[]
  /** What the list shows without a choice, where that is not all. */
  everyStatus?: string
  /** Whether some of them are promised an answer within a time, and can be late. */
  hasDue?: boolean
  searchHelp: string
  /** The first column: what the record is known by; it opens the drawer. */
  title: { label: string; text: (record: R) => string; className?: string }
  columns: readonly AdminColumn<R>[]
  /** What the badge shows where it is not the four statuses. */
  renderStatus?: (record: R) => ReactNode
  /** "order AG7K4-2X9Q" */
  nameOf: (record: R) => string
  listRecords: (state: ListState) => Promise<ListPage<R>>
  findRecord: (id: string) => Promise<R | null>
  decisions?: Decisions<R>
  /** Buttons of a kind's own, in the row and at the foot of the drawer. */
  renderActions?: (record: R) => ReactNode
  /** What the history calls the values of other axes than the status: an order's money and goods. */
  nameValue?: (axis: string, value: string) => string | undefined
  /** Everything about a record, in the drawer. */
  renderDetails: (record: R) => ReactNode
}

const usualVerbs: Readonly<Record<string, Verb>> = {
  approved: { label: 'Approve', busyLabel: 'Approving...' },
  declined: { label: 'Decline', busyLabel: 'Declining...' },
  completed: { label: 'Complete', busyLabel: 'Completing...' },
}

export function findVerb<R>(decisions: Decisions<R> | undefined, to: string): Verb {
  return decisions?.verbs?.[to] ?? usualVerbs[to] ?? { label: to, busyLabel: `${to}...` }
}

const usualKeys: DecisionKeys = { a: 'approved', d: 'declined', c: 'completed' }

/** The step that a key takes; null where no record of the kind takes it. */
export function findKeyStep<R>(decisions: Decisions<R> | undefined, key: DecisionKey): string | null {
  const to = (decisions?.keys ?? usualKeys)[key]
  if (!to || !decisions) return null
  return decisions.statuses.some((status) => decisions.nextStatuses(status).includes(to)) ? to : null
}

export function nameMany({ noun, plural }: { noun: string; plural?: string }): string {
  return plural ?? `${noun}s`
}

export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** A step that says no: it takes a reason and is drawn less inviting. */
export function isRefusal(to: string): boolean {
  return to === 'declined' || to === 'hidden'
}
