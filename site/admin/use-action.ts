/** One call of the admin area that changes something: busy, refused in words, reported when done, and the lists queried again. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readDatabaseSentence } from '#domain/refusals.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { type AppClient, getSupabase } from '#site/lib/supabase.ts'
import { type ToastAction, toast } from '#site/ui/toast.tsx'
import { NoAnswerError, reach } from './reach.ts'
import { refetch } from './refetch.ts'

interface Answer {
  error: { code: string; message: string; hint?: string | null } | null
}

export interface Done {
  title: string
  text?: string
  /** What the message offers for a while. */
  action?: ToastAction
}

export interface ActionOptions {
  /** The tables whose lists show what was changed. */
  tables: readonly string[]
  /** The toast when it is done; by what was answered, where that makes a difference. */
  /** Null: what it shows is the report. */
  done: Done | ((data: unknown) => Done) | null
  onDone?: (data: unknown) => void
  /** Under which name others see that it runs (`money-calls.tsx`). */
  callName?: string
}

export interface Action {
  /** Answers whether it was done. */
  run: (call: (client: AppClient) => PromiseLike<Answer | null | undefined>) => Promise<boolean>
  isBusy: boolean
  /** Why it was refused; of the attempt before while the next one runs, so that nothing moves under the pointer. */
  refusal: string | null
  /** What was refused, where the database names it: a field of the form. */
  field: string | null
  /** It wants a second factor, which this session does not have. */
  needsSecondStep: boolean
  refuse: (sentence: string) => void
  reset: () => void
}

const noAnswer = 'No answer came. Please look whether it was done before you try again.'

export function useAction({ tables, done, onDone, callName }: ActionOptions): Action {
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState<{ sentence: string; hint?: string | null } | null>(null)
  /** The second press of a double click comes before the button is drawn as busy. */
  const isRunning = useRef(false)
  const mutation = useMutation({
    mutationKey: callName ? [callName] : undefined,
    mutationFn: (call: Parameters<Action['run']>[0]) => reach(async () => call(await getSupabase())),
    async onSuccess(answer) {
      const error = answer?.error
      const refetched = reach(() => refetch(queries, tables)).catch(() => {})
      if (error) {
        const sentence = error.code
          ? (readDatabaseSentence(error) ?? 'This could not be done. Please try again.')
          : noAnswer
        setRefusal({ sentence, hint: error.code ? error.hint : null })
        // The next try need not wait for the lists.
        return
      }
      setRefusal(null)
      const data = answer && 'data' in answer ? answer.data : null
      const report = typeof done === 'function' ? done(data) : done
      if (report) toast.success(report.title, report.text, report.action)
      onDone?.(data)
      await refetched
    },
    onError: (error) =>
      setRefusal({
        sentence:
          error instanceof ServerError && !(error instanceof NoAnswerError) ? error.message : noAnswer,
      }),
  })
  return {
    async run(call) {
      if (isRunning.current) return false
      isRunning.current = true
      try {
        return !(await mutation.mutateAsync(call))?.error
      } catch {
        return false
      } finally {
        isRunning.current = false
      }
    },
    isBusy: mutation.isPending,
    refusal: refusal?.sentence ?? null,
    field: refusal?.hint ?? null,
    needsSecondStep: refusal?.hint === 'aal2' || /second step at sign-in/.test(refusal?.sentence ?? ''),
    refuse: (sentence) => setRefusal({ sentence }),
    reset: () => setRefusal(null),
  }
}
