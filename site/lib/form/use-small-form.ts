/** A form of a few boxes: read and checked, sent once, refused at the box that is to blame, which takes the focus. */
import { type FormEvent, useState } from 'react'
import type { FieldProblem } from '#domain/forms.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { toast } from '#site/ui/toast.tsx'
import { readFormValues } from './form-values.ts'
import { type Form, useForm } from './use-form.ts'

/** What a form says of a box that cannot be sent as it is; the answer of `read` is left out then. */
export type Refuse = (field: string, message: string) => undefined

export type ReadBoxes<Answers> = (
  values: Record<string, string>,
  refuse: Refuse,
  data: FormData,
) => Answers | undefined

export interface SmallForm extends Form {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** As it stands; answers whether it was taken. */
  submit: (element: HTMLFormElement) => Promise<boolean>
  /** What the last attempt was refused with, until the next one. */
  error: unknown
}

interface SmallFormOptions<Answers> {
  fieldId: Form['fieldId']
  read: ReadBoxes<Answers>
  /** Throws where it is refused. */
  send: (answers: Answers) => Promise<unknown>
  /** The box at which a refusal is shown that names none; undefined for those that stand beside the form. */
  blame?: string | ((error: unknown) => string | undefined)
  /** What else is said of a refusal: a toast. */
  onRefused?: (error: unknown) => void
  /** The words of a refusal, in place of its own. */
  describe?: (error: unknown) => string
}

/** `read` on what is typed now: what can be sent, or what is wrong with it. */
export function checkBoxes<Answers>(element: HTMLFormElement, read: ReadBoxes<Answers>) {
  const problems: FieldProblem[] = []
  const refuse: Refuse = (field, message) => {
    problems.push({ field, message })
    return undefined
  }
  const answers = read(readFormValues(element), refuse, new FormData(element))
  return { problems, answers: problems.length > 0 ? undefined : answers }
}

export function focusBox(id: string): void {
  const box = document.getElementById(id)
  // A screen reader reads a box again, with its message, only when the focus comes to it: also after Enter, which leaves it there.
  if (box === document.activeElement) box?.blur()
  box?.focus()
  if (box instanceof HTMLInputElement) box.select()
}

export function useSmallForm<Answers>(options: SmallFormOptions<Answers>): SmallForm {
  const { fieldId, read, send, blame, onRefused, describe = describeError } = options
  const form = useForm(fieldId)
  const [error, setError] = useState<unknown>(null)

  function refuse(problems: readonly FieldProblem[]): void {
    form.refuse(problems)
    if (problems[0]) focusBox(fieldId(problems[0].field))
  }

  async function submit(element: HTMLFormElement): Promise<boolean> {
    if (form.isBusy.current) return false
    toast.dismiss() // it spoke of the attempt before
    const { problems, answers } = checkBoxes(element, read)
    setError(null)
    form.clear()
    if (answers === undefined) {
      refuse(problems)
      return false
    }
    try {
      await form.sending(() => send(answers))
      return true
    } catch (error) {
      const named = error instanceof ServerError ? error.problems : []
      const blamed = typeof blame === 'function' ? blame(error) : blame
      const here = named.filter(({ field }) => document.getElementById(fieldId(field)))
      if (here.length > 0) refuse(here)
      else if (blamed) refuse([{ field: blamed, message: named[0]?.message ?? describe(error) }])
      else form.refuse([], describe(error))
      setError(error)
      onRefused?.(error)
      return false
    }
  }

  return {
    ...form,
    error,
    submit,
    onSubmit(event) {
      event.preventDefault()
      void submit(event.currentTarget)
    },
  }
}

const describeError = (error: unknown) => (error instanceof Error ? error.message : String(error))
