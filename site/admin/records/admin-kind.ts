/** What one kind of record defines for the admin area: how it is listed, named, shown and decided. */
import type { ReactNode } from 'react'
import type { AdminRecordType, CorrectionsOutcome, ExportType } from '#domain/admin/admin.ts'
import type { Json } from '#domain/database.generated.ts'
import { formatCount } from '#domain/numbers.ts'
import { describeStatus } from '#domain/status-machines.ts'
import type { ToastAction } from '#site/ui/toast.tsx'
import type { ListPage } from './list-records.ts'
import type { ListSort, ListState } from './use-list-state.ts'

export interface AdminRecord {
  id: string
  status: string
  created_at: string
  /** For a registration: more than one where its applicant changed it after they had sent it. */
  answers_version?: number
  /** The registration that this one is a part of: {id, reference}. */
  merged_with?: Json
  /** For an order: how its buyer is told (public.told_by), and whose account it stands in. */
  told_by?: string | null
  user_id?: string | null
}

export interface AdminColumn<R> {
  label: string
  numeric?: boolean
  /** The orders that a press on its head takes by turns. */
  sorts?: readonly ListSort[]
  /** Beside the others, which share what is left alike. */
  room?: 'little' | 'more' | 'much' | 'phone' | 'day' | 'about'
  /** Whether it belongs into the view of a step; what belongs into no other list is no choice, and always there. */
  isIn?: (step?: string) => boolean
  /** With what its row warns of, once that is known. */
  cell: (record: R, flags?: readonly string[]) => ReactNode
}

/** A further filter of a list, as find_records knows it by name. */
export interface ListFilter {
  name: string
  label: string
  /** Without options and `load`: a day. */
  options?: readonly StatusOption[]
  /** Options that come later. */
  load?: () => Promise<readonly StatusOption[]>
}

/** A view that the list brings: filters as they stand in the address. */
export interface ListView {
  title: string
  query: string
  /** Shown while it is chosen alone: other pages lead to it, and the views take one line. */
  isQuiet?: boolean
}

export interface StatusOption {
  value: string
  label: string
  /** It is a list of its own, in place of a state. */
  list?: ExportType
}

/** What the dialog of a reason says. */
export interface ReasonQuestion {
  /** Left out: "Reason". */
  label?: string
  /** Left out: who reads it (`decline-help.ts`). */
  help?: string
  /** Said where it is too short. */
  missing?: string
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
  /** Whether a step that may follow is offered at all; left out: always. */
  isOffered?: (record: R, to: string) => boolean
  /** Why a step that follows cannot be taken yet: said in place of its button. */
  findObstacle?: (record: R, to: string) => string | null
  /** What should come before a step that can be taken all the same: said beside its button, and asked before it is taken. */
  findCaution?: (record: R, to: string) => Caution | null
  /** Whether it is what the record waits for: its button is the filled one. Left out: every step that is no refusal. */
  isNext?: (record: R, to: string) => boolean
  /** What has to be said before this record is completed; null, or left out, when nothing. */
  promptAtCompletion?: (record: R) => ReasonQuestion | null
  /** Words of a kind's own for a step: a message is "answered". */
  verbs?: Readonly<Record<string, Verb>>
  /** Which step each key takes, where it is not to approve, decline and complete. */
  keys?: DecisionKeys
  /** Whether many may be approved or declined at once. */
  inBulk?: boolean
}

export interface Caution {
  words: string
  /** After the name of the record in the question: "without a price". */
  how: string
}

export interface AdminKind<R extends AdminRecord> {
  /** The prefix of its query keys; live changes of this table refetch them. */
  table: string
  /** Whether staff take it up, note and decide on it; a newsletter's readers are only listed. */
  recordType?: AdminRecordType
  /** Where it is no kind of record: the kind of record that its entries are assigned by. */
  ownersOf?: AdminRecordType
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
  filters?: readonly ListFilter[]
  views?: readonly ListView[]
  /** Whether warnings are fetched for its rows (find_record_flags). */
  hasFlags?: boolean
  /** The first column: what the record is known by; it opens the drawer. */
  title: { label: string; text: (record: R) => string; className?: string }
  columns: readonly AdminColumn<R>[]
  /** What the badge shows where it is not the four statuses. */
  renderStatus?: (record: R, flags?: readonly string[]) => ReactNode
  /** "order AG7K4-2X9Q" */
  nameOf: (record: R) => string
  listRecords: (state: ListState) => Promise<ListPage<R>>
  findRecord: (id: string) => Promise<R | null>
  decisions?: Decisions<R>
  /** Buttons of a kind's own, in the row and at the foot of the drawer. */
  renderActions?: (record: R) => ReactNode
  /** What the history calls the values of other axes than the status: an order's money and goods. */
  nameValue?: (axis: string, value: string, record: R) => string | undefined
  /** What requests a correction of many of them, once it is wanted. */
  renderCorrections?: (target: CorrectionTarget) => ReactNode
  /** Everything about a record, in the drawer and on its page. */
  renderDetails: (record: R) => ReactNode
  /** What is read beside it: above it in the drawer, to its right on a page. */
  renderSide?: (record: R) => ReactNode
  /** In the drawer it comes after the details. */
  isSideLast?: boolean
}

/** Many registrations that are to be corrected alike. */
export interface CorrectionTarget {
  /** "Ask 12 farmers for a correction" */
  title: string
  ids: readonly string[]
  /** What should be known of them before. */
  beside: ReactNode
  undo: (outcome: CorrectionsOutcome, putBack: () => void) => ToastAction | undefined
  onSent: (outcome: CorrectionsOutcome) => void
  onClose: () => void
}

const usualVerbs: Readonly<Record<string, Verb>> = {
  approved: { label: 'Approve', busyLabel: 'Approving...' },
  declined: { label: 'Decline', busyLabel: 'Declining...' },
  completed: { label: 'Complete', busyLabel: 'Completing...' },
}

export function findVerb<R>(decisions: Decisions<R> | undefined, to: string): Verb {
  return decisions?.verbs?.[to] ?? usualVerbs[to] ?? { label: to, busyLabel: `${to}...` }
}

/** What can be done about a decision that can no longer be undone. */
export function sayInstead<R extends AdminRecord>({ decisions, noun }: AdminKind<R>, to: string): string {
  const [step] = decisions?.nextStatuses(to) ?? []
  return step
    ? `Open the ${noun} and choose “${findVerb(decisions, step).label}”.`
    : `The decision stands and its mail leaves. Open the ${noun} to write to the person or to call.`
}

/** Which steps a record may take from here. */
export function listSteps<R extends AdminRecord>(
  decisions: Decisions<R> | undefined,
  record: R,
): readonly string[] {
  const { nextStatuses, isOffered = () => true } = decisions ?? { nextStatuses: () => [] }
  return nextStatuses(record.status).filter((to) => isOffered(record, to))
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

/** "1 farmer", "12 farmers" */
export function countMany(count: number, kind: { noun: string; plural?: string }): string {
  return `${formatCount(count)} ${count === 1 ? kind.noun : nameMany(kind)}`
}

export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** A step that says no: it takes a reason and is drawn less inviting. */
export function isRefusal(to: string): boolean {
  return to === 'declined' || to === 'hidden'
}

/** "answered": a status in the middle of a sentence, as its badge says it. */
export const sayStatus = ({ statuses }: Pick<AdminKind<never>, 'statuses'>, status: string): string =>
  (statuses.find(({ value }) => value === status)?.label ?? describeStatus(status)).toLowerCase()
