/** A form that works without scripts, and better with them: checks at once, keeps what is typed, says what to correct. */
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldProblem, GivenAnswers } from '#domain/forms.ts'
import { forgetAnswers, giveBackAnswers, keepAnswers } from '#site/lib/kept-answers.ts'
import { readGiven, sendForm } from '#site/lib/send-form.ts'
import type { FormError } from '#site/ui/error-summary.tsx'
import { toast } from '#site/ui/toast.tsx'

interface PublicFormOptions {
  /** Stands before each field's name in its id. */
  id: string
  /** The first problem is also the toast. */
  findProblems: (given: GivenAnswers) => readonly FieldProblem[]
  /** The words beside the field and in the summary, where they say more than the toast. */
  describe?: (problem: FieldProblem) => string
  /** Said when the form has been taken. */
  thanks: string
}

export interface PublicForm {
  id: string
  ref: RefObject<HTMLFormElement | null>
  errors: readonly FormError[]
  /** Grows with every attempt that was not sent: what was said of the last one is to be looked at again. */
  attempt: number
  isSending: boolean
  /** The sentence of thanks, until somebody types again. */
  thanks: string | null
  /** Why it was not taken, where no field is to blame. */
  trouble: string | null
  problemOf: (field: string) => string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onInput: (event: FormEvent<HTMLFormElement>) => void
}

export function usePublicForm({
  id,
  findProblems,
  describe = ({ message }) => message,
  thanks: sentence,
}: PublicFormOptions): PublicForm {
  const ref = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  // The second tap of a double tap comes when the form is empty again: it is no second, empty message.
  const isTaken = useRef(false)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [attempt, setAttempt] = useState(0)
  const [isSending, setIsSending] = useState(false)
  const [thanks, setThanks] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)

  useEffect(() => {
    if (ref.current) giveBackAnswers(ref.current)
  }, [])

  function refuse(found: readonly FieldProblem[], message: string): void {
    setProblems(found.map((problem) => ({ ...problem, message: describe(problem) })))
    setAttempt((count) => count + 1)
    setTrouble(found.length > 0 ? null : message)
    toast.error(found[0]?.message ?? message)
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    if (isBusy.current) return
    if (isTaken.current) return setAttempt((count) => count + 1)
    setThanks(null)
    const found = findProblems(readGiven(form))
    if (found.length > 0) return refuse(found, '')
    isBusy.current = true
    setIsSending(true)
    const answer = await sendForm(form)
    isBusy.current = false
    setIsSending(false)
    if (!answer.ok) return refuse(answer.errors, answer.message)
    isTaken.current = true
    form.reset()
    forgetAnswers(form)
    setProblems([])
    setTrouble(null)
    setThanks(sentence)
    toast.success(sentence)
  }

  return {
    id,
    ref,
    errors: problems.map(({ field, message }) => ({ fieldId: `${id}-${field}`, message })),
    attempt,
    isSending,
    thanks,
    trouble,
    problemOf: (field) => problems.find((problem) => problem.field === field)?.message,
    onSubmit(event) {
      event.preventDefault()
      void submit(event.currentTarget)
    },
    onInput(event) {
      isTaken.current = false
      setThanks(null)
      keepAnswers(event.currentTarget)
    },
  }
}
