/** A decision goes out at once, unless a reason belongs to it: to a decline always, to a completion at times. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AdminRecordType } from '#domain/admin/admin.ts'
import { formatDateTime } from '#domain/dates.ts'
import { forDecisions, reach } from '#site/admin/reach.ts'
import { refetch } from '#site/admin/refetch.ts'
import { toast } from '#site/ui/toast.tsx'
import { type AdminKind, type AdminRecord, capitalise, isRefusal, type ReasonQuestion } from './admin-kind.ts'
import { changeStatus, type StatusChange } from './change-status.ts'

/** A decision whose reason is awaited. */
interface PendingDecision<R> {
  record: R
  to: string
  question: ReasonQuestion
}

export interface Decision<R> {
  pending: PendingDecision<R> | null
  /** Why the last one was refused, or is not known to be saved, in words. */
  refusal: string | null
  /** The same once more, where no answer came. */
  retry: (() => void) | null
  isBusy: boolean
  /** Decided here, by the admin on this page. */
  isOwn: (id: string) => boolean
  isChanging: (id: string, to: string) => boolean
  decide: (record: R, to: string) => void
  giveReason: (reason: string) => void
  cancel: () => void
}

export function useDecision<R extends AdminRecord>(
  kind: AdminKind<R>,
  onSettled: (id: string) => void,
): Decision<R> {
  const queries = useQueryClient()
  const noun = kind.decisions?.noun ?? kind.noun
  const [pending, setPending] = useState<PendingDecision<R> | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [unanswered, setUnanswered] = useState<StatusChange | null>(null)
  const own = useRef(new Set<string>())
  const mutation = useMutation({
    mutationFn: (change: StatusChange) => reach(() => changeStatus(change), forDecisions),
    onMutate() {
      setRefusal(null)
      setUnanswered(null)
    },
    async onSuccess(outcome, { id }) {
      // A refusal leaves the dialog with what was typed in it.
      if (outcome.kind !== 'failed') setPending(null)
      if (outcome.kind === 'changed') {
        own.current.add(id)
        toast.success(
          `${capitalise(noun)} Updated`,
          `${capitalise(noun)} status has been updated successfully.`,
        )
      } else if (outcome.kind === 'changedBefore') {
        own.current.add(id)
        toast.success(
          'Saved before',
          `Your first try had arrived at ${formatDateTime(outcome.at)}. Nothing was done twice.`,
        )
      } else if (outcome.kind === 'changedElsewhere') {
        reportFailure(
          `This ${noun} was changed by someone else in the meantime. The list has been refreshed.`,
        )
      } else {
        reportFailure(outcome.reason)
      }
      // Busy until the list shows it; not for longer than the line is there.
      await reach(() => refetch(queries, [kind.table])).catch(() => {})
      if (outcome.kind !== 'failed') onSettled(id)
    },
    onError(error, change) {
      setUnanswered(change)
      reportFailure(error.message)
      void refetch(queries, [kind.table])
    },
  })

  function reportFailure(reason: string | null) {
    setRefusal(reason)
    toast.error('Update Failed', `Failed to update ${noun} status.`)
  }

  function change(record: R, to: string, reason?: string) {
    if (!kind.decisions) return
    mutation.mutate({ table: kind.decisions.table, id: record.id, from: record.status, to, reason })
  }

  return {
    pending,
    refusal,
    retry: unanswered && !pending ? () => mutation.mutate(unanswered) : null,
    isBusy: mutation.isPending,
    isOwn: (id) => own.current.has(id),
    isChanging: (id, to) =>
      mutation.isPending && mutation.variables.id === id && mutation.variables.to === to,
    decide(record, to) {
      if (mutation.isPending) return
      setRefusal(null)
      setUnanswered(null)
      const obstacle = kind.decisions?.findObstacle?.(record, to)
      if (obstacle) return reportFailure(obstacle)
      const question = findQuestion(kind, record, to)
      if (question) setPending({ record, to, question })
      else change(record, to)
    },
    giveReason: (reason) => pending && change(pending.record, pending.to, reason),
    cancel: () => setPending(null),
  }
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
  return { help: 'It is sent to the person and shown in their account.', minLength: 1, templatesFor }
}
