/** Answers a request to correct: the questions that staff marked, with their notes; everything else stays as it was. */

import { type FormEvent, useRef, useState } from 'react'
import type { FieldProblem } from '#domain/forms.ts'
import type { ConsentInput } from '#domain/registrations/intake.ts'
import { type Attempt, planAttempt } from '#site/lib/form/attempt.ts'
import { useForm } from '#site/lib/form/use-form.ts'
import type { FormValues, LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { FormField } from '#site/registrations/long-form/form-field.tsx'
import {
  isOptional,
  listConsents,
  listFields,
  listVisibleFields,
  readAnswers,
  readBoxes,
  ruleOf,
} from '#site/registrations/long-form/values.ts'
import { Button } from '#site/ui/button.tsx'
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { forgetCorrection, recallCorrection, type StoredAs, saveCorrection } from './correction-draft.ts'

export interface CorrectionRequest {
  message: string | null
  notes: readonly { field: string; note: string }[]
}

export type CorrectionOutcome =
  | { ok: true }
  | { ok: false; message: string; problems: readonly FieldProblem[] }

interface CorrectionFormProps {
  definition: LongFormDefinition
  correction: CorrectionRequest
  /** As they were sent, without what is secret. */
  answers: Readonly<Record<string, unknown>>
  storedAs: StoredAs
  /** The same key again is the same correction. */
  send: (
    answers: Record<string, unknown>,
    idempotencyKey: string,
    consents: readonly ConsentInput[],
  ) => Promise<CorrectionOutcome>
  onSent: () => void
}

export function CorrectionForm(props: CorrectionFormProps) {
  const { definition, correction, answers, storedAs, send, onSent } = props
  const form = useForm((name) => `correction-${name}`)
  const attempt = useRef<Attempt>(undefined)
  const [values, setValues] = useState<FormValues>(() => ({
    ...(answers as FormValues),
    ...recallCorrection(storedAs),
  }))
  /** By staff, and by the service when it refuses. */
  const [marked, setMarked] = useState<ReadonlySet<string>>(
    () => new Set(correction.notes.map(({ field }) => field)),
  )
  /** What the answers on the screen require besides. */
  const [names, setNames] = useState<ReadonlySet<string>>(new Set())

  // Whether a question applies may depend on a secret that is not here (a birth date): who has marked it knows.
  const answerable = listFields(definition).filter(
    ({ name, control }) => control !== 'selfie' && (names.has(name) || marked.has(name)),
  )
  const requested = listVisibleFields(definition, answerable, values)
  const shown = answerable.filter((field) => marked.has(field.name) || requested.includes(field))
  const noteOf = (name: string) => correction.notes.find(({ field }) => field === name)?.note
  const others = correction.notes.filter(({ field }) => !shown.some(({ name }) => name === field))

  const pickShown = <Value,>(of: Readonly<Record<string, Value>>) =>
    Object.fromEntries(shown.map(({ name }) => [name, of[name]]))

  /** What was sent before, under what is on the screen; a secret that is not requested again is not touched. */
  function merge(next: FormValues): Record<string, unknown> {
    const written = readAnswers(definition, next, shown)
    return {
      ...answers,
      ...pickShown(written),
    }
  }

  function onInput() {
    if (!form.ref.current) return
    const next = readBoxes(form.ref.current, shown, values)
    setValues(next)
    saveCorrection(definition, storedAs, pickShown(next))
  }

  function refuse(result: readonly FieldProblem[], setJoined: typeof setNames) {
    // Another answer may require more than what was marked: that question joins the others.
    setJoined((before) => new Set([...before, ...result.map(({ field }) => field)]))
    form.refuse(result)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (form.isBusy.current || !form.ref.current) return
    const next = readBoxes(form.ref.current, shown, values)
    setValues(next)
    form.setErrorText(null)
    const merged = merge(next)
    const verdict = definition.read(merged, definition.settings)
    const isStored = (field: string) =>
      definition.rules[field]?.secret === true && !shown.some(({ name }) => name === field)
    const result = verdict.ok ? [] : verdict.problems.filter(({ field }) => !isStored(field))
    if (result.length > 0) return refuse(result, setNames)
    attempt.current = planAttempt(merged, attempt.current)
    const { key } = attempt.current
    // Agreed to is what is ticked here, not what was ticked when the form was sent.
    const consents = listConsents(definition, pickShown(next))
    const outcome = await form.sending(() => send(merged, key, consents))
    if (outcome.ok) {
      forgetCorrection(storedAs)
      toast.success('Correction sent', 'We are looking at it again.')
      return onSent()
    }
    if (outcome.problems.length > 0) refuse(outcome.problems, setMarked)
    else form.setErrorText(outcome.message)
  }

  return (
    <Panel title="Please correct">
      <form
        ref={form.ref}
        className="form"
        noValidate
        aria-label="Correction"
        onInput={onInput}
        onSubmit={(event) => void submit(event)}
      >
        <ErrorSummary errors={form.errors} attempt={form.attempt} />
        {correction.message && <p className="whitespace-pre-line">{correction.message}</p>}
        {others.map(({ field, note }) => (
          <Notice key={field}>{note}</Notice>
        ))}
        {shown.map((field) => (
          <div key={field.name + field.control} className="grid gap-3">
            {noteOf(field.name) && (
              <Notice>
                <strong>We ask:</strong> {noteOf(field.name)}
              </Notice>
            )}
            <FormField
              id={form.fieldId(field.name)}
              field={field}
              rule={ruleOf(definition, field)}
              optional={isOptional(definition, field, values)}
              values={values}
              error={form.problemOf(field.name)}
              renderSelfie={() => null}
            />
          </div>
        ))}
        {form.errorText && (
          <Notice kind="warn">
            <p role="alert">
              <strong>Your correction was not confirmed.</strong> {form.errorText} What you typed is still
              here.
            </p>
          </Notice>
        )}
        <div>
          <Button type="submit" busy={form.isSending} busyLabel="Sending correction...">
            Send correction
          </Button>
        </div>
      </form>
    </Panel>
  )
}
