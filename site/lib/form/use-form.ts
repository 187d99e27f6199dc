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
  errorText: string | null
  isSending: boolean
  /** True from the first tap on: the second of a double tap comes before the button is disabled. */
  isBusy: RefObject<boolean>
  refuse: (problems: readonly FieldProblem[], errorText?: string | null) => void
  refuseByService: (problems: readonly FieldProblem[], errorText?: string | null) => void
  /** What was said of a box was said of what stood in it: gone as soon as that is another. */
  takeBack: (changed: EventTarget) => void
  /** For forms that correct while one types: from now on the problems of these questions are shown. */
  watch: (names: readonly string[]) => void
  /** Nothing is to correct any more. */
  clear: () => void
  setErrorText: (errorText: string | null) => void
  /** Busy while this runs. */
  sending: <Outcome>(run: () => Promise<Outcome>) => Promise<Outcome>
}

/** A form that corrects while one types: a problem is gone as soon as its answer is mended. */
export interface LiveChecks {
  /** For a form whose answers are read before its problems are. */
  ref?: Form['ref']
  /** The questions in the form's order. */
  names: readonly string[]
  /** The problems of what is filled in now. */
  find: () => readonly FieldProblem[]
  /** As it stands now: what the service refused is refused until it is another. */
  answerOf: (name: string) => unknown
}

/** Without `live`, what was said of a box stays until that box changes, or until the next attempt. */
export function useForm(fieldId: Form['fieldId'], live?: LiveChecks): Form {
  const ownRef = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  const [isSending, setIsSending] = useState(false)
  const [stated, setStated] = useState<readonly (FieldProblem & { answer?: string })[]>([])
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set())
  const [attempt, setAttempt] = useState(0)
  const [errorText, setErrorText] = useState<string | null>(null)
  const insist = () => setAttempt((count) => count + 1)
  const watch = (names: readonly string[]) => setWatched((before) => new Set([...before, ...names]))
  const problems = live ? findNow(live) : stated

  function findNow({ names, find, answerOf }: LiveChecks): readonly FieldProblem[] {
    const own = watched.size > 0 ? find().filter(({ field }) => watched.has(field)) : []
    const fromService = stated.filter(
      ({ field, answer }) =>
        JSON.stringify(answerOf(field)) === answer && !own.some((problem) => problem.field === field),
    )
    return [...own, ...fromService].toSorted((a, b) => names.indexOf(a.field) - names.indexOf(b.field))
  }

  return {
    ref: live?.ref ?? ownRef,
    fieldId,
    problems,
    problemOf: (name) => problems.find(({ field }) => field === name)?.message,
    errors: problems.map(({ field, message }) => ({ fieldId: fieldId(field), message })),
    attempt,
    errorText,
    isSending,
    isBusy,
    watch,
    refuse(result, sentence = null) {
      if (live) watch(result.map(({ field }) => field))
      else setStated(result)
      setErrorText(sentence)
      insist()
    },
    refuseByService(result, sentence = null) {
      setStated(
        live
          ? result.map((problem) => ({ ...problem, answer: JSON.stringify(live.answerOf(problem.field)) }))
          : result,
      )
      setErrorText(sentence)
      insist()
    },
    takeBack(changed) {
      const isOf = ({ field }: FieldProblem) =>
        document
          .getElementById(fieldId(field))
          ?.closest('.field, .check')
          ?.contains(changed as Node)
      setStated((before) => (before.some(isOf) ? before.filter((problem) => !isOf(problem)) : before))
    },
    clear() {
      setStated([])
      setWatched(new Set())
      setErrorText(null)
    },
    setErrorText,
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
