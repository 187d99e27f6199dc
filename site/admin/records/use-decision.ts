/** A decision goes out at once, unless a reason belongs to it (to a decline always, to a completion at times), or it has a caution. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type AdminRecordType, undoableTypes } from '#domain/admin/admin.ts'
import { forDecisions, NotSentError, reach } from '#site/admin/reach.ts'
import { refetch } from '#site/admin/refetch.ts'
import { toast } from '#site/ui/toast.tsx'
import {
  type AdminKind,
  type AdminRecord,
  type Caution,
  isRefusal,
  type ReasonQuestion,
  sayInstead,
} from './admin-kind.ts'
import type { StatusChange } from './change-status.ts'
import { offerUndo } from './offer-undo.ts'
import { isOwnChange } from './own-changes.ts'
import { reasonDraft, removeWordDraft } from './word-drafts.ts'

/** What decides, and what follows a decision, are files of their own: no page waits for them that is only read. */
const loadDeciding = () =>
  import('./change-status.ts').catch(() => {
    throw new NotSentError()
  })
const loadSettling = () => import('./settle-decision.ts')

/** A decision whose reason, or whose yes, is awaited. */
interface PendingDecision<R> {
  record: R
  to: string
  question: ReasonQuestion | null
  caution: Caution | null
}

export interface Decision<R> {
  pending: PendingDecision<R> | null
  /** Why the last one was refused, or is not known to be saved, in words. */
  refusal: string | null
  /** The same once more, where no answer came. */
  retry: (() => void) | null
  isBusy: boolean
  /** Decided here, by the person on this page. */
  isOwn: (id: string) => boolean
  /** What is being decided now. */
  changing: { id: string; to: string } | null
  /** This is the record as it is read now: what its applicant changes from here on was not read. */
  open: (record: R) => void
  close: (id: string) => void
  decide: (record: R, to: string) => void
  giveReason: (reason?: string) => void
  cancel: () => void
}

/** `onSettled`: what is known of the decision stands on the page; `goesOn` where it was made, and the next one may come. */
export function useDecision<R extends AdminRecord>(
  kind: AdminKind<R>,
  onSettled: (id: string, goesOn: boolean) => void,
): Decision<R> {
  const queries = useQueryClient()
  const noun = kind.decisions?.noun ?? kind.noun
  const [pending, setPending] = useState<PendingDecision<R> | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [unanswered, setUnanswered] = useState<StatusChange | null>(null)
  const own = useRef(new Set<string>())
  const openedWith = useRef(new Map<string, number | undefined>())
  /** From the press on: the second of two quick ones comes before anything is drawn again. */
  const isSending = useRef(false)
  const shown = useRef(Promise.resolve())
  const mutation = useMutation({
    mutationFn: (change: StatusChange) =>
      reach(async () => (await loadDeciding()).changeStatus(change), forDecisions),
    onMutate() {
      void loadSettling().catch(() => {})
      setRefusal(null)
      setUnanswered(null)
    },
    async onSuccess(outcome, change) {
      const { id } = change
      const isDone = outcome.kind === 'changed' || outcome.kind === 'changedBefore'
      const hasUndo = isDone && undoableTypes.includes(change.table) && change.from === 'pending'
      if (isDone) removeWordDraft(reasonDraft(change.table, id, change.to))
      // A refusal leaves the dialog with what was typed in it, unless something has to be read first.
      if (outcome.kind !== 'failed') setPending(null)
      if (isDone) {
        own.current.add(id)
        toast.success(outcome.title, outcome.text, hasUndo ? offer(change, outcome.at) : undefined)
      } else reportFailure(id, outcome.reason, outcome.kind === 'failed' && pending !== null)
      // The message first, and then the list: both at once hold up a slow device.
      await untilDrawn()
      // Busy until the list shows it; not for longer than the line is there.
      const show = async () => {
        const settling = isDone && (await loadSettling().catch(() => null))
        const row = outcome.kind === 'changed' ? outcome.row : {}
        if (
          settling &&
          outcome.kind === 'changed' &&
          (hasUndo || change.table === 'orders' || change.table === 'products')
        )
          return settling.settleDecision(queries, change, row)
        if (settling) await settling.showAnswer(queries, change.table, id, { ...row, status: change.to })
        return refetch(queries, [kind.table])
      }
      await reach(show).catch(() => {})
      if (outcome.kind === 'unread') openedWith.current.delete(id)
      if (outcome.kind !== 'failed') onSettled(id, hasUndo)
    },
    onError(error, change) {
      setUnanswered(change)
      reportFailure(change.id, error.message, pending !== null)
      void refetch(queries, [kind.table])
    },
    onSettled() {
      isSending.current = false
    },
  })

  /** A dialog that stays open, and the sheet of the record, say the reason themselves. */
  function reportFailure(id: string, reason: string | null, isInDialog = false) {
    setRefusal(reason)
    const isSaid = isInDialog || openedWith.current.has(id)
    toast.error('Update Failed', `Failed to update ${noun} status.`, (!isSaid && reason) || undefined)
  }

  const offer = (change: StatusChange, at?: number) => {
    const { table, id, to } = change
    return offerUndo(() => undo(change), sayInstead(kind, to), { table, id, to, noun }, at)
  }

  async function undo(change: StatusChange) {
    const { id, table } = change
    let show: (() => Promise<void>) | undefined
    try {
      const settling = await loadSettling()
      const undone = await settling.undoDecision(change, noun)
      if (undone) show = () => settling.showAnswer(queries, table, id, undone)
    } catch (error) {
      toast.error('Not undone', undefined, error instanceof Error ? error.message : undefined)
    }
    own.current.add(id)
    // One after the other: each comes back to its place in the list.
    shown.current = shown.current.then(async () => {
      await show?.()
      await reach(() => refetch(queries, [kind.table])).catch(() => {})
      onSettled(id, false)
    })
  }

  function change(record: R, to: string, reason?: string) {
    if (!kind.decisions) return
    const version = openedWith.current.get(record.id) ?? record.answers_version
    send({
      table: kind.decisions.table,
      id: record.id,
      from: record.status,
      to,
      version,
      reason,
      noun,
      name: kind.nameOf(record),
      toldBy: record.told_by,
    })
  }

  function send(change: StatusChange) {
    if (isSending.current) return
    isSending.current = true
    mutation.mutate(change)
  }

  return {
    pending,
    refusal,
    retry: unanswered && !pending ? () => send(unanswered) : null,
    isBusy: mutation.isPending,
    isOwn: (id) => own.current.has(id) || isOwnChange(id),
    changing: mutation.isPending ? mutation.variables : null,
    open(record) {
      if (!openedWith.current.has(record.id)) openedWith.current.set(record.id, record.answers_version)
    },
    close: (id) => openedWith.current.delete(id),
    decide(record, to) {
      if (isSending.current) return
      setRefusal(null)
      setUnanswered(null)
      const obstacle = kind.decisions?.findObstacle?.(record, to)
      if (obstacle) return reportFailure(record.id, obstacle)
      const question = findQuestion(kind, record, to)
      const caution = kind.decisions?.findCaution?.(record, to) ?? null
      if (question || caution) setPending({ record, to, question, caution })
      else change(record, to)
    },
    giveReason: (reason) => pending && change(pending.record, pending.to, reason),
    cancel: () => setPending(null),
  }
}

/**
 * The message stands on the screen; at once where nobody looks. The room for it (toast.tsx) restyles the whole page: that
 * and the painting are a task each, so that a key comes in between.
 */
async function untilDrawn(): Promise<void> {
  if (document.hidden) return
  await new Promise((done) => setTimeout(done))
  document.body.getBoundingClientRect()
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
}

function findQuestion<R extends AdminRecord>(
  kind: AdminKind<R>,
  record: R,
  to: string,
): ReasonQuestion | null {
  if (to === 'completed') return kind.decisions?.promptAtCompletion?.(record) ?? null
  return isRefusal(to) && kind.decisions ? promptDeclineReason(kind.decisions.table) : null
}

export function promptDeclineReason(templatesFor: AdminRecordType): ReasonQuestion {
  return { minLength: 1, templatesFor }
}
