/** One labelled control: label above, help under it, the error in words below. */

import type { ReactNode } from 'react'
import { questionNotes } from '#domain/form-words.ts'
import { FieldContext } from '#site/ui/field-context.ts'
import { Icon } from '#site/ui/icons.tsx'

interface FieldProps {
  id: string
  label: ReactNode
  help?: ReactNode
  error?: string
  required?: boolean
  optional?: boolean
  children: ReactNode
}

export function Field({ id, label, help, error, required = false, optional = false, children }: FieldProps) {
  const helpId = help ? `${id}-help` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [helpId, errorId].filter(Boolean).join(' ') || undefined
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label} {optional && <span className="field-note">{questionNotes.optional}</span>}
      </label>
      {help && (
        <p id={helpId} className="field-help">
          {help}
        </p>
      )}
      <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
      <FieldError id={errorId} message={error} />
    </div>
  )
}

export function FieldError({ id, message }: { id?: string; message?: string }) {
  if (!message) return null
  return (
    <p id={id} className="field-error">
      <Icon name="alert" />
      <span>{message}</span>
    </p>
  )
}
