/** A form that works without scripts, and better with them: checks at once, stores what is typed, says what to correct. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  describeProblem,
  type FieldProblem,
  type FormDefinition,
  findFileProblem,
  findFileQuestion,
} from '#domain/forms.ts'
import { toast } from '#site/ui/toast.tsx'
import { readInput, sendForm } from '../send-form.ts'
import { forgetAnswers, giveBackAnswers, saveAnswers } from './stored-answers.ts'
import { type Form, useForm } from './use-form.ts'

export interface PublicForm extends Form {
  /** The sentence of thanks, until someone types again. */
  thanks: string | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onInput: (event: FormEvent<HTMLFormElement>) => void
}

/** A file's kind is judged by the server, which reads it; its size is reported here, before it travels. */
function findProblems(definition: FormDefinition, element: HTMLFormElement): readonly FieldProblem[] {
  const input = readInput(element)
  const verdict = definition.read(input)
  const file = input[findFileQuestion(definition)?.name ?? '']
  return [
    ...(verdict.ok ? [] : verdict.problems),
    ...findFileProblem(definition, file instanceof File ? file.size : 0),
  ]
}

export function usePublicForm(definition: FormDefinition): PublicForm {
  const form = useForm((name) => `${definition.id}-${name}`)
  // The second tap of a double tap comes when the form is empty again: it is no second, empty message.
  const isTaken = useRef(false)
  const [thanks, setThanks] = useState<string | null>(null)

  useEffect(() => {
    if (form.ref.current) giveBackAnswers(form.ref.current)
  }, [])

  function refuse(result: readonly FieldProblem[], message: string): void {
    const described = result.map((problem) => ({ ...problem, message: describeProblem(definition, problem) }))
    form.refuse(described, result.length > 0 ? null : message)
    // The notice has the focus and says the rest.
    if (definition.toasts && result[0]) toast.error(result[0].message)
  }

  async function submit(element: HTMLFormElement): Promise<void> {
    if (form.isBusy.current) return
    if (isTaken.current) return form.insist()
    toast.dismiss() // it spoke of the attempt before
    setThanks(null)
    const result = findProblems(definition, element)
    if (result.length > 0) return refuse(result, '')
    const answer = await form.sending(() => sendForm(element))
    if (!answer.ok) return refuse(answer.errors, answer.message)
    isTaken.current = true
    element.reset()
    forgetAnswers(element)
    form.clear()
    setThanks(definition.toasts?.besideSuccess ?? definition.success)
    if (definition.toasts) toast.success(definition.success)
  }

  return {
    ...form,
    thanks,
    onSubmit(event) {
      event.preventDefault()
      void submit(event.currentTarget)
    },
    onInput(event) {
      isTaken.current = false
      setThanks(null)
      saveAnswers(event.currentTarget)
    },
  }
}
