/** The list of what to correct, put above a form after a refused attempt; it takes the focus and links to each field. */
import { type MouseEvent, useEffect, useRef } from 'react'
import { summaryWords } from '#domain/form-words.ts'

export interface FormError {
  fieldId: string
  message: string
}

interface ErrorSummaryProps {
  errors: readonly FormError[]
  /** Count of attempts to send: when it grows, the summary takes the focus again. */
  attempt?: number
  /** For a field that is not on the screen now: brings it there. */
  onFollow?: (fieldId: string) => void
}

export function ErrorSummary({ errors, attempt = 0, onFollow }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const hasErrors = errors.length > 0

  // A new attempt with the same errors takes the focus again.
  useEffect(() => {
    if (!hasErrors) return
    box.current?.focus({ preventScroll: true })
    // A list taller than the screen would be focused with its head under the sticky header.
    box.current?.scrollIntoView({ block: 'start' })
  }, [hasErrors, attempt])

  if (!hasErrors) return null

  function focusField(event: MouseEvent, fieldId: string) {
    const field = document.getElementById(fieldId)
    if (!field && !onFollow) return
    event.preventDefault()
    if (field) field.focus()
    else onFollow?.(fieldId)
  }

  return (
    <div ref={box} className="summary" tabIndex={-1} role="alert">
      <h2>{summaryWords.title(errors.length)}</h2>
      <ul>
        {errors.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a href={`#${fieldId}`} onClick={(event) => focusField(event, fieldId)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
