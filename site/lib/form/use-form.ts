/** The state of every form: what is to correct, the attempt that runs, and why the last one was not taken. */
import { type RefObject, useRef, useState } from 'react'
import type { FieldProblem } from '#domain/forms.ts'
import type { FormError } from '#site/ui/error-summary.tsx'

export interface Form {
  ref: RefObject<HTMLFormElement | null>
  /** The id of a question's control. */
  fieldId: (name: string) => string
  problems: readonly FieldProblem[]
  problemOf: (name: string) => string | undefined
  /** The problems as the summary lists them. */
  errors: readonly FormError[]
  /** Grows with every refused attempt: what was said of the last one is to be looked at again. */
  attempt: number
  /** Why it was not taken, where no field is to blame. */
  trouble: string | null
  isSending: boolean
  /** True from the first tap on: the second of a double tap comes before the button is disabled. */
  isBusy: RefObject<boolean>
  refuse: (problems: readonly FieldProblem[], trouble?: string | null) => void
  /** Nothing is to correct any more. */
  clear: () => void
  /** Another attempt with nothing new to say. */
  insist: () => void
  setTrouble: (trouble: string | null) => void
  /** Busy while this runs. */
  sending: <Outcome>(run: () => Promise<Outcome>) => Promise<Outcome>
}

export function useForm(fieldId: Form['fieldId']): Form {
  const ref = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  const [isSending, setIsSending] = useState(false)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [attempt, setAttempt] = useState(0)
  const [trouble, setTrouble] = useState<string | null>(null)
  const insist = () => setAttempt((count) => count + 1)

  return {
    ref,
    fieldId,
    problems,
    problemOf: (name) => problems.find(({ field }) => field === name)?.message,
    errors: problems.map(({ field, message }) => ({ fieldId: fieldId(field), message })),
    attempt,
    trouble,
    isSending,
    isBusy,
    refuse(found, sentence = null) {
      setProblems(found)
      setTrouble(sentence)
      insist()
    },
    clear() {
      setProblems([])
      setTrouble(null)
    },
    insist,
    setTrouble,
    async sending(run) {
      isBusy.current = true
      setIsSending(true)
      try {
        return await run()
      } finally {
        isBusy.current = false
        setIsSending(false)
      }
    },
  }
}
