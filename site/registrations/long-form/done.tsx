/** It is safe: the reference, the link to follow it, and how the photo is doing. */
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { readTrackingToken } from '#domain/guest-links.ts'
import type { RegistrationReceived } from '#domain/registrations/intake.ts'
import { accountApplicationPath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'
import { saveLink } from '#site/registrations/records/links-of-this-tab.ts'
import { Button } from '#site/ui/button.tsx'
import { Confirmation } from '#site/ui/confirmation.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { StatusBadge } from '#site/ui/status.tsx'
import type { LongFormProps } from './definition.ts'
import type { PhotoState } from './use-photo-sending.ts'

interface DoneProps {
  title: string
  registration: RegistrationReceived
  photo: PhotoState
  onRetryPhoto: () => void
  /** The entered number, for a profile that has none. */
  number?: string
  offerNumber?: LongFormProps['offerNumber']
  /** Staff entered it for someone, who has the link by mail when there is none here. */
  isEnteredByStaff?: boolean
}

export function DoneConfirmation({
  title,
  registration,
  photo,
  onRetryPhoto,
  number,
  offerNumber,
  isEnteredByStaff,
}: DoneProps) {
  const { reference, status, trackingPath } = registration

  // Anyone who signs in here afterwards finds it in their account; never a clerk.
  useEffect(() => {
    const token = trackingPath && readTrackingToken(trackingPath)
    if (token && !isEnteredByStaff) saveLink({ token, reference })
  }, [trackingPath, reference, isEnteredByStaff])

  return (
    <Confirmation
      label={title}
      code={reference}
      status={<StatusBadge status={status} />}
      footer={
        trackingPath ? (
          <GuestLink path={trackingPath} />
        ) : isEnteredByStaff ? (
          <p>The link to follow it has gone to the person’s e-mail.</p>
        ) : (
          <>
            <AccountLink />
            {number && offerNumber?.(number)}
          </>
        )
      }
    >
      <p className="done-note">
        This is your reference. Write it down, or take a picture of it: with it we find you at once.
      </p>
      <PhotoLine photo={photo} onRetry={onRetryPhoto} registration={registration} />
    </Confirmation>
  )
}

function AccountLink() {
  return (
    <p>
      <Link to={paths.account}>See it on your account</Link>, with its status and every answer of ours.
    </p>
  )
}

function GuestLink({ path }: { path: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const address = window.location.origin + path

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setIsCopied(true)
    } catch {
      setIsCopied(false) // the address stands there to be marked and copied by hand
    }
  }

  return (
    <div className="done-link">
      <p>
        <a href={path} target="_blank" rel="noreferrer">
          Follow your registration
        </a>
      </p>
      <p className="field-help">
        Keep this link to yourself: whoever has it sees what you sent, and can answer for you.
      </p>
      <Button size="sm" variant="outline" onClick={() => void copy()}>
        {isCopied ? 'Link copied' : 'Copy link'}
      </Button>
    </div>
  )
}

interface PhotoLineProps {
  photo: PhotoState
  onRetry: () => void
  registration: RegistrationReceived
}

function PhotoLine({ photo, onRetry, registration }: PhotoLineProps) {
  if (photo.kind === 'none') return null
  return (
    <div className="done-photo" role="status">
      {photo.kind === 'sending' && (
        <>
          <p id="photo-progress">Sending your photo…</p>
          <progress aria-labelledby="photo-progress" max={1} value={photo.share} />
        </>
      )}
      {photo.kind === 'missing' && (
        <p>
          Your registration is safe, but your photo is missing.{' '}
          <a href={applicationPath(registration)}>Add it to your application</a>
        </p>
      )}
      {photo.kind === 'sent' && <p>Your photo has arrived.</p>}
      {photo.kind === 'failed' && (
        <>
          <p>Your registration is safe. {photo.message}</p>
          <Button size="sm" variant="outline" onClick={onRetry}>
            Send photo again
          </Button>
        </>
      )}
    </div>
  )
}

function applicationPath({ trackingPath, recordType, id }: RegistrationReceived): string {
  return trackingPath ?? accountApplicationPath(recordType, id)
}

interface DoneDialogProps extends DoneProps {
  success: Extract<LongFormProps['definition']['success'], { kind: 'alert' }>
}

/** The sentence that must be answered; OK leads on, and a photo that is still on its way goes on its way. */
export function DoneDialog({ success, ...done }: DoneDialogProps) {
  const navigate = useNavigate()
  const leave = () => navigate(success.to)
  return (
    <Dialog
      open
      role="alertdialog"
      title={success.message}
      onClose={leave}
      actions={<Button onClick={leave}>OK</Button>}
    >
      <DoneConfirmation {...done} />
    </Dialog>
  )
}
