/** Above a form that was sent from this device before: where to follow it, and how the device forgets it, and remembers it again. */
import { useState } from 'react'
import { formatDateInWords } from '#domain/dates.ts'
import { askingPath, trackingPath } from '#domain/guest-links.ts'
import { forgottenWords } from '#domain/not-my-phone-words.ts'
import { sentBeforeWords as words } from '#domain/registrations/notice-words.ts'
import { findSentHere, nameDay, type SentHere } from '#site/lib/sent-here.ts'
import { useForgetting } from '#site/lib/use-forgetting.tsx'
import { findLink } from '#site/registrations/records/links-of-this-tab.ts'
import { Button, ButtonAnchor } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'

/** A member's in the account; a guest's by its link while this tab knows it, else by its reference and the phone number. */
export function followPath({ reference, path }: SentHere): string {
  if (path) return path
  const link = findLink(reference)
  return link ? trackingPath(link.token) : askingPath(reference)
}

export function SentBefore({ form }: { form: string }) {
  const [sent] = useState(() => findSentHere(form))
  const { isForgotten, forget, undo, notice } = useForgetting()
  if (!sent) return null
  const day = nameDay(sent)

  return (
    <Notice>
      <p role="status">
        {isForgotten ? (
          forgottenWords.forgotten
        ) : (
          <strong>
            {words.sent} <span className="code">{sent.reference}</span>{' '}
            {day ? words[day] : words.on(formatDateInWords(new Date(sent.sentAt)))}.
          </strong>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        {!isForgotten && (
          <ButtonAnchor size="sm" href={followPath(sent)}>
            {words.follow}
          </ButtonAnchor>
        )}
        <Button size="sm" variant="quiet" onClick={isForgotten ? undo : forget}>
          {isForgotten ? words.undoForget : words.forget}
        </Button>
        {isForgotten && notice}
      </div>
    </Notice>
  )
}
