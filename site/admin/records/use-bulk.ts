/** Many decided at once: what is chosen, "all N that match", how far it is, and what was left out and why (decision 103). */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type BulkOutcome, type UndoOutcome, undoableTypes } from '#domain/admin/admin.ts'
import { expectEcho } from '#site/admin/live.ts'
import { NotSentError, reach } from '#site/admin/reach.ts'
import { refetch } from '#site/admin/refetch.ts'
import { toast } from '#site/ui/toast.tsx'
import { type AdminKind, type AdminRecord, countMany, sayInstead } from './admin-kind.ts'
import type { Counted } from './bulk-calls.ts'
import type { SeenRecord } from './find-records.ts'
import { offerUndo, offerWhatIsLeft } from './offer-undo.ts'
import type { ListState } from './use-list-state.ts'
import { removeWordDraft, restoreWordDraft } from './word-drafts.ts'

export type BulkVerb = 'approved' | 'declined'

const words = {
  approved: { verb: 'approve', done: 'approved', title: 'Bulk Approval Successful', failed: 'bulk approval' },
  declined: { verb: 'decline', done: 'declined', title: 'Bulk Decline Successful', failed: 'bulk decline' },
} as const

/** What is chosen, by id, each as it was then: who comes in afterwards is nobody's choice. */
type Selection = ReadonlyMap<string, SeenRecord>

const nothing: Selection = new Map()

/** The calls to the database are loaded when something was chosen. */
const loadCalls = () => import('./bulk-calls.ts')

export interface BulkQuestion {
  to: BulkVerb
  pending: number
  /** Not pending (any more): they are left out. */
  others: number
  /** By what a row warns of (find_record_flags); null while it is being counted, 'unknown' where it could not be. */
  flags: Readonly<Record<string, number>> | 'unknown' | null
}

/** One reason for all of them, of whatever selection, stays on the device until it is sent. */
export const manyReasonDraft = (table: string) => `reason:${table}:many`

export interface Bulk {
  count: number
  /** What is chosen, and which of it waits for a decision, as far as the page knows. */
  ids: readonly string[]
  pendingIds: readonly string[]
  /** Which of these wait now, also on other pages, and what should be known of them. */
  countNow: (pendingIds: readonly string[]) => Promise<Counted>
  /** Something else was done with what was chosen: nothing is chosen any more, and what was left out is named. */
  finish: (skipped: readonly { id: string; message: string }[]) => Promise<void>
  /** Takes back, in one or several calls, and says who could not be; then what was typed for it is put back. */
  takeBack: (undo: () => Promise<UndoOutcome>, putBack: () => void) => Promise<void>
  isChosen: (id: string) => boolean
  toggle: (id: string) => void
  /** All of this page, or none. */
  togglePage: () => void
  /** Everything that the search and the filters find, which are so many. */
  chooseAll: (count: number) => void
  /** While all that match are being read. */
  isReading: boolean
  clear: () => void
  /** An approval of several, or of one that warns of something, waits for a yes, a decline for its reason; what is known of them by then. */
  question: BulkQuestion | null
  approve: () => void
  /** What should be known of them is counted again. */
  countAgain: () => void
  start: (to: BulkVerb) => void
  decline: (reason: string) => void
  /** Why the decline does not begin. */
  refusal: string | null
  cancel: () => void
  busyWith: BulkVerb | null
  /** Runs what changes many: until it is in the list, nothing of the list is said to have been changed by others. */
  settle: (act: () => Promise<unknown>) => Promise<void>
  isSettling: boolean
  progress: string | null
  /** What was left out, and why. */
  remarks: readonly string[]
}

export function useBulk<R extends AdminRecord>(
  kind: AdminKind<R>,
  state: ListState,
  shown: readonly R[],
  onDone: () => void,
): Bulk {
  const queries = useQueryClient()
  const place = JSON.stringify(state)
  const [chosen, setChosen] = useState<{ place: string; selection: Selection }>({ place, selection: nothing })
  const [question, setQuestion] = useState<BulkQuestion | null>(null)
  const [busyWith, setBusyWith] = useState<BulkVerb | null>(null)
  /** How many acts of one's own are not in the list yet. */
  const [unsettled, setUnsettled] = useState(0)
  const [progress, setProgress] = useState<string | null>(null)
  const [reading, setReading] = useState<{ place: string; reported: string } | null>(null)
  const [remarks, setRemarks] = useState<readonly string[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)

  /** The reading that is wanted: none, once something else is chosen or the list is another one. */
  const wanted = useRef<object | null>(null)
  useEffect(
    () => () => {
      wanted.current = null
    },
    [place],
  )

  // A selection belongs to the page that it was made on.
  const selection = chosen.place === place ? chosen.selection : nothing
  const choose = (next: Selection) => {
    wanted.current = null
    setReading(null)
    setRemarks([])
    setChosen({ place, selection: next })
  }

  /** Now, and not when the decision goes out: what is decided is what was counted before someone's eyes. */
  async function readAll(count: number) {
    const table = kind.recordType
    if (!table) return
    const mine = {}
    choose(selection)
    wanted.current = mine
    const report = (read: number) => {
      if (wanted.current !== mine) throw new Error('Something else was chosen meanwhile')
      setReading({ place, reported: `Reading ${read} of ${count}...` })
    }
    try {
      report(0)
      const records = await reach(async () => (await loadCalls()).findAll(table, state, report))
      if (wanted.current === mine) choose(mapSeen(records))
    } catch {
      if (wanted.current !== mine) return
      setReading(null)
      setRemarks(['The records that match could not be read. Please try again.'])
    }
  }

  const countNow = async (pending: readonly string[]) =>
    (await loadCalls()).countNow(kind, pending, selection.size - pending.length, shown)

  /** What is chosen, in the states that the page says now: what was decided since it was chosen is left out. */
  const listPending = () =>
    [...selection.values()].filter(
      (seen) => (shown.find(({ id }) => id === seen.id) ?? seen).status === 'pending',
    )

  const sayNothingLeft = () =>
    toast.success('Nothing left to decide', 'All of them were decided before. The list says how.')

  /** How many, and what should be known of them before they are decided. */
  async function ask(to: BulkVerb) {
    const pending = listPending().map(({ id }) => id)
    if (pending.length === 0) return sayNothingLeft()
    const others = selection.size - pending.length
    const question = { to, pending: pending.length, others, flags: null }
    setQuestion(question)
    const known = await countNow(pending).catch(() => ({ flags: 'unknown' as const }))
    setQuestion((shown) => (shown === question ? { ...question, ...known } : shown))
  }

  async function settle(act: () => Promise<unknown>) {
    setUnsettled((count) => count + 1)
    try {
      await act()
    } finally {
      setUnsettled((count) => count - 1)
    }
  }

  const run = (to: BulkVerb, reason?: string) => settle(() => decide(to, reason))

  async function decide(to: BulkVerb, reason?: string) {
    const { table } = kind.decisions ?? {}
    if (!table) return
    setBusyWith(to)
    setRemarks([])
    toast.dismiss()
    let known: BulkOutcome | undefined
    let isGivenUp = false
    const putBack = () => reason && restoreWordDraft(manyReasonDraft(table), { reason })
    const offerToUndo = (events: readonly number[]) => {
      const undo = () => takeBack(async () => (await loadCalls()).undoMany(events), putBack)
      return undoableTypes.includes(table)
        ? offerUndo(undo, sayInstead(kind, to), { table, events })
        : undefined
    }
    try {
      const records = [...selection.values()]
      const isPending = ({ status }: { status: string }) => status === 'pending'
      const pending = records.filter(isPending)
      const forget = expectEcho(
        table,
        pending.map(({ id }) => id),
      )
      const { changed, skipped, events } = await reach(async () =>
        (await loadCalls()).changeMany(
          { table, to, reason },
          pending.map(({ id, status, answers_version }) => ({
            id,
            expected: status,
            version: answers_version,
          })),
          (done, outcome) => {
            // A line that is back sends no further part of what was said to have failed.
            if (isGivenUp) throw new Error('It was given up')
            known = outcome
            setProgress(`${done} of ${pending.length}...`)
          },
        ),
      )
      if (skipped.length > 0) forget()
      if (reason) removeWordDraft(manyReasonDraft(table))
      setChosen({ place, selection: nothing })
      const isRefused = skipped.some(({ why }) => why === 'refused')
      if (changed.length === 0 && isRefused)
        toast.error('Bulk Action Failed', `Failed to complete ${words[to].failed}.`)
      else if (changed.length === 0) sayNothingLeft()
      else
        toast.success(
          words[to].title,
          `${changed.length} items ${words[to].done} and notifications sent.`,
          offerToUndo(events),
        )
      setRemarks(
        await nameLeftOut([
          ...records
            .filter((record) => !isPending(record))
            .map(({ id, status }) => ({ id, status, why: 'changed_meanwhile' as const, message: null })),
          ...skipped,
        ]),
      )
    } catch (error) {
      isGivenUp = true
      const done = known?.changed.length ?? 0
      toast.error(
        'Bulk Action Failed',
        `Failed to complete ${words[to].failed}.`,
        done > 0 ? `${countMany(done, kind)} ${words[to].done} before it broke off.` : undefined,
        known && done > 0 ? offerToUndo(known.events) : undefined,
      )
      // What was chosen stays chosen: what is done already is left out the second time.
      setRemarks([
        error instanceof NotSentError
          ? error.message
          : 'No answer came, so some may be done. The list shows what is stored; nothing is decided twice.',
      ])
    } finally {
      setBusyWith(null)
      setProgress(null)
      await reach(() => refetch(queries, [kind.table])).catch(() => {})
      onDone()
    }
  }

  const finish = (skipped: readonly { id: string; message: string }[]) =>
    settle(async () => {
      setChosen({ place, selection: nothing })
      setRemarks(await nameSkipped(skipped))
      await reach(() => refetch(queries, [kind.table])).catch(() => {})
      onDone()
    })

  const nameLeftOut = async (skipped: BulkOutcome['skipped']) =>
    skipped.length === 0 ? [] : (await loadCalls()).describeSkipped(kind, skipped)

  const nameSkipped = (skipped: readonly { id: string; message: string }[]) =>
    nameLeftOut(skipped.map(({ id, message }) => ({ id, status: null, why: 'refused' as const, message })))

  const takeBack = (undo: () => Promise<UndoOutcome>, putBack: () => void) =>
    settle(async () => {
      try {
        const { undone, skipped } = await reach(undo)
        if (undone.length === 0) toast.error('Not undone', undefined, skipped[0]?.message)
        else {
          putBack()
          toast.success(
            'Undone',
            `${countMany(undone.length, kind)} as before, and no mail has left.`,
            offerWhatIsLeft(),
          )
        }
        await finish(skipped)
      } catch (error) {
        toast.error('Not undone', undefined, error instanceof Error ? error.message : undefined)
      }
    })

  const warns = (to: BulkVerb) =>
    shown.some((record) => selection.has(record.id) && kind.decisions?.findCaution?.(record, to))

  const isShownReading = reading?.place === place
  return {
    count: selection.size,
    ids: [...selection.keys()],
    pendingIds: listPending().map(({ id }) => id),
    countNow,
    finish,
    takeBack,
    isChosen: (id) => selection.has(id),
    toggle(id) {
      const next = new Map(selection)
      const record = shown.find((one) => one.id === id)
      if (!next.delete(id) && record) next.set(id, record)
      choose(next)
    },
    togglePage: () => choose(shown.every(({ id }) => selection.has(id)) ? nothing : mapSeen(shown)),
    chooseAll: (count) => void readAll(count),
    isReading: isShownReading,
    clear: () => choose(nothing),
    start(to) {
      if (selection.size === 0) {
        toast.error('No items selected', `Please select items to ${words[to].verb}.`)
      } else if (to === 'approved' && selection.size === 1 && !warns(to)) {
        void run(to)
      } else {
        void ask(to)
      }
    },
    question,
    approve() {
      setQuestion(null)
      void run('approved')
    },
    decline(reason) {
      // What was typed stays where it is.
      if (!navigator.onLine) return setRefusal(new NotSentError().message)
      setRefusal(null)
      setQuestion(null)
      void run('declined', reason)
    },
    countAgain: () => question && void ask(question.to),
    refusal,
    cancel() {
      setRefusal(null)
      setQuestion(null)
    },
    busyWith,
    settle,
    isSettling: unsettled > 0,
    progress: isShownReading ? reading.reported : progress,
    remarks,
  }
}

function mapSeen(records: readonly SeenRecord[]): Selection {
  return new Map(records.map((record) => [record.id, record]))
}
