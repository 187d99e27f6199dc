/** Why a form was not taken, where no field is to blame. While it is sent again the box keeps its room, and so the button its place. */
import { type ReactNode, useEffect, useRef } from 'react'
import { formWords } from '#domain/form-words.ts'
import { Notice } from '#site/ui/panel.tsx'

interface ErrorMessageProps {
  errorText: string | null
  /** What is said is of the attempt before. */
  isSending: boolean
  children: ReactNode
}

export function ErrorMessage({ errorText, isSending, children }: ErrorMessageProps) {
  const box = useRef<HTMLDivElement>(null)
  // It stands where the button is: both must be seen.
  useEffect(() => {
    if (errorText) box.current?.scrollIntoView({ block: 'center' })
  }, [errorText])
  if (!errorText) return null
  return (
    <div ref={box} className="error-message">
      <Notice kind="warn">
        <div className={isSending ? 'is-past' : undefined}>{children}</div>
        {isSending && <p className="error-message-now">{formWords.sending}</p>}
      </Notice>
    </div>
  )
}
