/** The page after sending: the reference, the ways back to it, what happens next and when. It takes the whole page. */
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { formatDateInWords } from '#domain/dates.ts'
import { readTrackingToken } from '#domain/guest-links.ts'
import { promises } from '#domain/limits.ts'
import { forgottenWords } from '#domain/not-my-phone-words.ts'
import { listNextSteps, confirmationWords as words } from '#domain/registrations/confirmation-words.ts'
import type { RegistrationReceived } from '#domain/registrations/intake.ts'
import { sentBeforeWords } from '#domain/registrations/notice-words.ts'
import { rememberSentHere } from '#site/lib/sent-here.ts'
import { isSharedPhone } from '#site/lib/session-storage.ts'
import { useForgetting } from '#site/lib/use-forgetting.tsx'
import { paths } from '#site/paths.ts'
import { saveLink } from '#site/registrations/records/links-of-this-tab.ts'
import { Button } from '#site/ui/button.tsx'
import { Confirmation } from '#site/ui/confirmation.tsx'
import { NextSteps } from '#site/ui/next-steps.tsx'
import { StatusBadge } from '#site/ui/status.tsx'
import { useBackTo } from './back-from-sent.ts'
import type { LongFormProps } from './definition.ts'
import { FollowLinks } from './follow-links.tsx'
import { applicationPath, PhotoLine } from './photo-line.tsx'
import type { LongForm } from './use-long-form.ts'
import { usePhotoSending } from './use-photo-sending.ts'

export interface DoneProps extends LongFormProps {
  form: LongForm
  registration: RegistrationReceived
}

export function ConfirmationPage({ definition, form, registration, renderDone, offerNumber }: DoneProps) {
  const { reference, status, trackingPath, isNew } = registration
  const { success, title, form: kind } = definition
  const photo = usePhotoSending(registration, form.photo)
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const next = success.kind === 'alert' ? success.to : paths.home
  useBackTo(next, definition)
  const token = trackingPath ? readTrackingToken(trackingPath) : null
  const hasEmail = form.values.noEmail !== true
  const number = findNumber(form)

  // The form is gone, and the page much shorter: eyes and screen readers begin at its new top.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
    const before = document.title
    // Without the reference: the browser's history stores it after this device has forgotten that.
    const own = `${words.title}, ${title}`
    document.title = own
    return () => {
      // The next page may have set its own by now.
      if (document.title === own) document.title = before
    }
  }, [title])

  // A member's reference is remembered too, with its page in the account. Who signs in here afterwards finds a guest's there.
  const path = trackingPath ? undefined : applicationPath(registration)
  const sent = { token, reference, kind, path }
  useEffect(() => {
    // One that was there before was not sent now.
    if (isNew) rememberHere(sent)
  }, [isNew, token, reference, kind, path])

  const links = (
    <FollowLinks
      title={title}
      reference={reference}
      path={applicationPath(registration)}
      isGuestLink={token !== null}
    />
  )
  return (
    <div className="confirmation-page">
      <h1 ref={heading} tabIndex={-1}>
        {!isNew ? words.already : success.kind === 'alert' ? success.message : words.title}
      </h1>
      {!isNew && <p>{words.notTaken}</p>}
      {/* In the first screen of a phone: as long as it is sent, the page stays open. */}
      <PhotoLine photo={photo.state} onRetry={photo.retry} registration={registration} />
      {/* Without an email this link is the only way back. */}
      {!hasEmail && (
        <section className="follow-first" aria-labelledby="way-back">
          <h2 id="way-back">{words.saveLink.title}</h2>
          <p>{words.saveLink.text}</p>
          {links}
        </section>
      )}
      <Confirmation label={title} code={reference} status={<StatusBadge status={status} />}>
        <p className="done-note">{words.reference}</p>
      </Confirmation>
      {hasEmail && links}
      {!trackingPath && number && offerNumber?.(number)}
      {/* Of one that was there before, its own page says where it stands. */}
      {isNew && <NextSteps steps={describeNextSteps(kind, hasEmail)} />}
      {renderDone?.(registration)}
      {isNew && !isSharedPhone() && <NotMyPhone />}
      <div className="long-form-buttons">
        <Button variant="outline" onClick={() => navigate(next)}>
          {words.ok}
        </Button>
      </div>
    </div>
  )
}

/** The person's own, not their company's. */
function findNumber({ values }: LongForm): string | undefined {
  const number = values.phoneNumber ?? values.phone
  return typeof number === 'string' && number !== '' ? number : undefined
}

function describeNextSteps(kind: string, hasEmail: boolean): string[] {
  const hours = promises.registrationAnswerHours
  const until = formatDateInWords(new Date(Date.now() + hours * 60 * 60 * 1000))
  return listNextSteps(kind, hasEmail, hours / 24, until)
}

interface SentFromHere {
  /** A guest's link. */
  token: string | null
  reference: string
  kind: string
  /** A member's page. */
  path: string | undefined
}

function rememberHere({ token, ...sent }: SentFromHere) {
  if (token) saveLink({ token, reference: sent.reference })
  rememberSentHere(sent)
}

/** A neighbour's phone, or one in a shop: nothing of it is left here for the next person. As long as the page is open, it can be undone. */
function NotMyPhone() {
  const { isForgotten, forget, undo, notice } = useForgetting()

  return (
    <p className="field-help">
      <span role="status">
        {isForgotten ? `${forgottenWords.forgotten} ${words.writeDown}` : words.remembered}
      </span>{' '}
      <Button size="sm" variant="quiet" onClick={isForgotten ? undo : forget}>
        {isForgotten ? sentBeforeWords.undoForget : sentBeforeWords.forget}
      </Button>{' '}
      {isForgotten && notice}
    </p>
  )
}
