/** Several boxes that answer one question: its name is a legend, its help and error belong to the group. */

import type { ReactNode } from 'react'
import { questionNotes } from '#domain/form-words.ts'
import { FieldError } from '#site/ui/field.tsx'

interface FieldGroupProps {
  /** The id of the first box; the summary of errors leads there. */
  id: string
  label: ReactNode
  help?: ReactNode
  error?: string
  optional?: boolean
  children: ReactNode
}

export function FieldGroup({ id, label, help, error, optional = false, children }: FieldGroupProps) {
  const helpId = help ? `${id}-help` : undefined
  const errorId = error ? `${id}-error` : undefined
  return (
    <fieldset
      className="field"
      aria-describedby={[helpId, errorId].filter(Boolean).join(' ') || undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className="field-label">
        {label}{' '}
        {optional ? (
          <span className="field-note">{questionNotes.optional}</span>
        ) : (
          // A group has no attribute for it.
          <span className="sr-only">{questionNotes.required}</span>
        )}
      </legend>
      {help && (
        <div id={helpId} className="field-help">
          {help}
        </div>
      )}
      {children}
      <FieldError id={errorId} message={error} />
    </fieldset>
  )
}
