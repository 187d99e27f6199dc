/** A form that works without scripts, and better with them: checks at once, stores what is typed, says what to correct. */
import { type FormEvent, useEffect, useState } from 'react'
import {
  type AnswersInput,
  describeProblem,
  type FieldProblem,
  type FormDefinition,
  findFileProblem,
  findFileQuestion,
} from '#domain/forms.ts'
import { toast } from '#site/ui/toast.tsx'
import type { Caller } from '../call-server.ts'
import { readInput, sendForm } from '../send-form.ts'
import { forgetAnswers, giveBackAnswers, saveAnswers } from './stored-answers.ts'
import { type Form, useForm } from './use-form.ts'

export interface PublicForm extends Form {
  /** What was sent, until another one is wanted; null while the form is filled in. */
  sent: AnswersInput | null
  /** An empty form again. */
  startAnother: () => void
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

export function usePublicForm(definition: FormDefinition, as?: Caller): PublicForm {
  const form = useForm((name) => `${definition.id}-${name}`)
  const [sent, setSent] = useState<PublicForm['sent']>(null)

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
    toast.dismiss() // it spoke of the attempt before
    const result = findProblems(definition, element)
    if (result.length > 0) return refuse(result, '')
    const input = readInput(element)
    const answer = await form.sending(() => sendForm(element, as))
    if (!answer.ok) return refuse(answer.errors, answer.message)
    element.reset()
    forgetAnswers(element)
    form.clear()
    setSent(input)
    if (definition.toasts) toast.success(definition.success)
  }

  return {
    ...form,
    sent,
    startAnother: () => setSent(null),
    onSubmit(event) {
      event.preventDefault()
      void submit(event.currentTarget)
    },
    onInput(event) {
      saveAnswers(event.currentTarget)
    },
  }
}
