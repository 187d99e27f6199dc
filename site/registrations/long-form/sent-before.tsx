/** Above a form that was sent from this device before: where to follow it, and how the device forgets it. */
import { useState } from 'react'
import { formatDateInWords } from '#domain/dates.ts'
import { trackingPath } from '#domain/guest-links.ts'
import { sentBeforeWords as words } from '#domain/registrations/notice-words.ts'
import { findSentHere, forgetSentHere, isOfToday, type SentHere } from '#site/lib/sent-here.ts'
import { paths } from '#site/paths.ts'
import { findLink } from '#site/registrations/records/links-of-this-tab.ts'
import { Button, ButtonAnchor } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'

/** By its link while this tab knows it; else by reference and phone number. */
export function followPath({ reference }: SentHere): string {
  const link = findLink(reference)
  return link ? trackingPath(link.token) : paths.track
}

export function SentBefore({ form }: { form: string }) {
  const [sent, setSent] = useState(() => findSentHere(form))
  if (!sent) return null
  return (
    <Notice>
      <p>
        <strong>
          {words.sent} <span className="code">{sent.reference}</span>{' '}
          {isOfToday(sent) ? words.today : words.on(formatDateInWords(new Date(sent.sentAt)))}.
        </strong>
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonAnchor size="sm" href={followPath(sent)}>
          {words.follow}
        </ButtonAnchor>
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            forgetSentHere(sent.reference)
            setSent(undefined)
          }}
        >
          {words.forget}
        </Button>
      </div>
    </Notice>
  )
}
