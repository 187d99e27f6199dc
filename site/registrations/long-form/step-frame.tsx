/** One page of a long form: its heading takes the focus, the summary says what to correct, the questions follow. */
import { type FormEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { honeypotField } from '#domain/forms.ts'
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import type { LongForm } from './use-long-form.ts'

interface StepFrameProps {
  form: LongForm
  /** The form's accessible name. */
  label: string
  title: string
  lead?: ReactNode
  /** All that is to correct, or only what is on this page. */
  everything?: boolean
  onSubmit: () => void
  children: ReactNode
}

export function StepFrame({
  form,
  label,
  title,
  lead,
  everything = false,
  onSubmit,
  children,
}: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { hasMoved } = form.steps

  // A new step begins at its heading, for eyes and for screen readers; before it is seen, so that no key is ahead of it.
  useLayoutEffect(() => {
    if (!hasMoved.current) return
    hasMoved.current = false
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('.long-form')?.scrollIntoView({ block: 'start' })
  })

  const here = new Set(form.visible.map(({ name }) => name))
  const errors = form.problems
    .filter(({ field }) => everything || here.has(field))
    .map(({ field, message }) => ({ fieldId: form.fieldId(field), message }))
  const nameOf = (fieldId: string) =>
    form.problems.find(({ field }) => form.fieldId(field) === fieldId)?.field

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }

  return (
    <form
      ref={form.ref}
      className="form long-form-step"
      // Before scripts listen the button cannot be pressed; no answer ever travels in an address.
      method="post"
      aria-label={label}
      noValidate
      onSubmit={submit}
      onInput={form.onInput}
    >
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {lead && <p className="long-form-lead">{lead}</p>}
      <ErrorSummary
        errors={errors}
        attempt={form.attempt}
        onFollow={(fieldId) => form.follow(nameOf(fieldId) ?? '')}
      />
      {children}
      <input className="trap" name={honeypotField} tabIndex={-1} autoComplete="off" aria-hidden="true" />
    </form>
  )
}
