/** It is safe: what staff see in place of the form that they filled in for someone. */
import { useEffect, useRef } from 'react'
import { followWords, confirmationWords as words } from '#domain/registrations/confirmation-words.ts'
import { Button } from '#site/ui/button.tsx'
import { Confirmation } from '#site/ui/confirmation.tsx'
import { StatusBadge } from '#site/ui/status.tsx'
import type { DoneProps } from './confirmation-page.tsx'
import { useCopied } from './follow-links.tsx'

/** The person has the link by mail when there is none here; their photo they take themselves, with it. */
export function EnteredByStaff({ definition, registration, renderDone }: DoneProps) {
  const { reference, status, trackingPath } = registration
  const heading = useRef<HTMLHeadingElement>(null)

  // The form is gone, and the page much shorter: eyes and screen readers begin at what has come in its place.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [])

  return (
    <div className="long-form-done">
      <h2 ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <Confirmation
        label={definition.title}
        code={reference}
        status={<StatusBadge status={status} />}
        footer={trackingPath ? <HandedOverLink path={trackingPath} /> : <p>{followWords.mailed}</p>}
      >
        <p className="done-note">{words.reference}</p>
      </Confirmation>
      {renderDone?.(registration)}
    </div>
  )
}

function HandedOverLink({ path }: { path: string }) {
  const { isCopied, byHand, copy } = useCopied(path)
  return (
    <div className="done-link">
      <p>
        <a href={path} target="_blank" rel="noreferrer">
          {followWords.follow}
        </a>
      </p>
      <p className="field-help">{followWords.secret}</p>
      <Button size="sm" variant="outline" onClick={copy}>
        {isCopied ? followWords.copied : followWords.copy}
      </Button>
      {byHand}
    </div>
  )
}
