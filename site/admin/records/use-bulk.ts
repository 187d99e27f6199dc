/** Many decided at once: what is chosen, "all N that match", how far it is, and what was left out and why (decision 103). */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BulkOutcome } from '#domain/admin/admin.ts'
import { describeStatus } from '#domain/status-machines.ts'
import { NotSentError, reach } from '#site/admin/reach.ts'
import { refetch } from '#site/admin/refetch.ts'
import { toast } from '#site/ui/toast.tsx'
import type { AdminKind, AdminRecord } from './admin-kind.ts'
import { changeMany } from './change-status.ts'
import { findAll } from './find-records.ts'
import type { ListState } from './use-list-state.ts'

export type BulkVerb = 'approved' | 'declined'

const words = {
  approved: { verb: 'approve', done: 'approved', title: 'Bulk Approval Successful', failed: 'bulk approval' },
  declined: { verb: 'decline', done: 'declined', title: 'Bulk Decline Successful', failed: 'bulk decline' },
} as const

/** What is chosen, by id, each with the status that it had then: who comes in afterwards is nobody's choice. */
type Selection = ReadonlyMap<string, string>

const nothing: Selection = new Map()
const namesReported = 10

export interface Bulk {
  count: number
  isChosen: (id: string) => boolean
  toggle: (id: string) => void
  /** All of this page, or none. */
  togglePage: () => void
  /** Everything that the search and the filters find, which are so many. */
  chooseAll: (count: number) => void
  /** While all that match are being read. */
  isReading: boolean
  clear: () => void
  /** A decline waits for its reason. */
  isPrompting: boolean
  start: (to: BulkVerb) => void
  decline: (reason: string) => void
  /** Why the decline does not begin. */
  refusal: string | null
  cancel: () => void
  busyWith: BulkVerb | null
  progress: string | null
  /** What was left out, and why. */
  remarks: readonly string[]
}

export function useBulk<R extends AdminRecord>(
  kind: AdminKind<R>,
  state: ListState,
  shown: readonly R[],
): Bulk {
  const queries = useQueryClient()
  const place = JSON.stringify(state)
  const [chosen, setChosen] = useState<{ place: string; selection: Selection }>({ place, selection: nothing })
  const [isPrompting, setIsPrompting] = useState(false)
  const [busyWith, setBusyWith] = useState<BulkVerb | null>(null)
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
    const { table } = kind.decisions ?? {}
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
      const records = await reach(() => findAll(table, state, report))
      if (wanted.current === mine) choose(new Map(records.map(({ id, status }) => [id, status])))
    } catch {
      if (wanted.current !== mine) return
      setReading(null)
      setRemarks(['The records that match could not be read. Please try again.'])
    }
  }

  async function run(to: BulkVerb, reason?: string) {
    const { table } = kind.decisions ?? {}
    if (!table) return
    setBusyWith(to)
    setRemarks([])
    try {
      const records = [...selection].map(([id, status]) => ({ id, status }))
      const isPending = ({ status }: { status: string }) => status === 'pending'
      const pending = records.filter(isPending)
      const { changed, skipped } = await reach(() =>
        changeMany(
          { table, to, reason },
          pending.map(({ id, status }) => ({ id, expected: status })),
          (done) => setProgress(`${done} of ${pending.length}...`),
        ),
      )
      setChosen({ place, selection: nothing })
      const isRefused = skipped.some(({ why }) => why === 'refused')
      if (changed.length === 0 && isRefused)
        toast.error('Bulk Action Failed', `Failed to complete ${words[to].failed}.`)
      else if (changed.length === 0)
        toast.success('Nothing left to decide', 'All of them were decided before. The list says how.')
      else toast.success(words[to].title, `${changed.length} items ${words[to].done} and notifications sent.`)
      setRemarks(
        await describeSkipped(kind, [
          ...records
            .filter((record) => !isPending(record))
            .map(({ id, status }) => ({ id, status, why: 'changed_meanwhile' as const, message: null })),
          ...skipped,
        ]),
      )
    } catch (error) {
      toast.error('Bulk Action Failed', `Failed to complete ${words[to].failed}.`)
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
    }
  }

  const isShownReading = reading?.place === place
  return {
    count: selection.size,
    isChosen: (id) => selection.has(id),
    toggle(id) {
      const next = new Map(selection)
      const status = shown.find((record) => record.id === id)?.status
      if (!next.delete(id) && status !== undefined) next.set(id, status)
      choose(next)
    },
    togglePage: () =>
      choose(
        shown.every(({ id }) => selection.has(id))
          ? nothing
          : new Map(shown.map(({ id, status }) => [id, status])),
      ),
    chooseAll: (count) => void readAll(count),
    isReading: isShownReading,
    clear: () => choose(nothing),
    isPrompting,
    start(to) {
      if (selection.size === 0) {
        toast.error('No items selected', `Please select items to ${words[to].verb}.`)
      } else if (to === 'declined') {
        setIsPrompting(true)
      } else {
        void run(to)
      }
    },
    decline(reason) {
      // What was typed stays where it is.
      if (!navigator.onLine) return setRefusal(new NotSentError().message)
      setRefusal(null)
      setIsPrompting(false)
      void run('declined', reason)
    },
    refusal,
    cancel() {
      setRefusal(null)
      setIsPrompting(false)
    },
    busyWith,
    progress: isShownReading ? reading.reported : progress,
    remarks,
  }
}

/** By name, and with the reason: what is not pending (any more), and what the database would not do. */
async function describeSkipped<R extends AdminRecord>(
  kind: AdminKind<R>,
  skipped: BulkOutcome['skipped'],
): Promise<string[]> {
  const groups = Map.groupBy(skipped, ({ why, message }) => (why === 'refused' ? (message ?? '') : null))
  return Promise.all(
    [...groups].map(async ([message, group]) => {
      const reported = await Promise.all(
        group.slice(0, namesReported).map(({ id }) => kind.findRecord(id).catch(() => null)),
      )
      const names = reported.flatMap((record) =>
        record ? [`${kind.nameOf(record)} (${describeStatus(record.status)})`] : [],
      )
      const more = group.length > names.length ? ` and ${group.length - names.length} more` : ''
      const why = message === null ? 'because only pending ones are changed' : `because: ${message}`
      return `${group.length} skipped, ${why}: ${names.join(', ')}${more}.`
    }),
  )
}
