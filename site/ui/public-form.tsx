/** The frame of a public form: where it posts to, what went wrong, the trap for programs, the privacy line. */
import { type ReactNode, useEffect, useRef } from 'react'
import { honeypotField } from '#domain/forms.ts'
import type { PublicForm as PublicFormState } from '#site/lib/use-public-form.ts'
import { Button } from '#site/ui/button.tsx'
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import { Field } from '#site/ui/field.tsx'
import { Notice } from '#site/ui/panel.tsx'

interface PublicFormProps {
  form: PublicFormState
  label: string
  action: string
  /** A form with a file. */
  hasFile?: boolean
  submitLabel: string
  busyLabel: string
  /** What we do with the answers, beside the button. */
  note: ReactNode
  children: ReactNode
}

export function PublicForm({
  form,
  label,
  action,
  hasFile = false,
  submitLabel,
  busyLabel,
  note,
  children,
}: PublicFormProps) {
  const news = useRef<HTMLDivElement>(null)
  // The button that was pressed was busy, and has lost the focus: what came of it has it now, and is seen.
  useEffect(() => {
    if (form.thanks || form.trouble) news.current?.focus()
  }, [form.thanks, form.trouble, form.attempt])
  return (
    <form
      ref={form.ref}
      className="form form-wide"
      method="post"
      action={action}
      encType={hasFile ? 'multipart/form-data' : undefined}
      aria-label={label}
      // The order of the checks is ours, and so are their sentences.
      noValidate
      onSubmit={form.onSubmit}
      onInput={form.onInput}
    >
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      {(form.trouble || form.thanks) && (
        <div ref={news} tabIndex={-1}>
          <Notice kind={form.trouble ? 'warn' : 'good'}>{form.trouble ?? form.thanks}</Notice>
        </div>
      )}
      <p className="field-help">
        Fields marked <span className="field-mark">*</span> are required.
      </p>
      {children}
      <input className="trap" name={honeypotField} tabIndex={-1} autoComplete="off" aria-hidden="true" />
      <p className="field-help">{note}</p>
      <div>
        <Button type="submit" busy={form.isSending} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

interface FormFieldProps {
  form: PublicFormState
  name: string
  label: string
  help?: ReactNode
  required?: boolean
  children: ReactNode
}

/** A field wired to its form by its name. */
export function FormField({ form, name, label, help, required = false, children }: FormFieldProps) {
  return (
    <Field
      id={`${form.id}-${name}`}
      label={
        required ? (
          <>
            {label}{' '}
            <span className="field-mark" aria-hidden="true">
              *
            </span>
          </>
        ) : (
          label
        )
      }
      help={help}
      error={form.problemOf(name)}
      required={required}
      optional={!required}
    >
      {children}
    </Field>
  )
}
