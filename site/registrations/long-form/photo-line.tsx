/** How the photo of a registration that is safe already is doing. */
import type { RegistrationReceived } from '#domain/registrations/intake.ts'
import { accountApplicationPath } from '#site/member-paths.ts'
import { BandProgress } from '#site/ui/band-progress.tsx'
import { Button } from '#site/ui/button.tsx'
import type { PhotoState } from './use-photo-sending.ts'

interface PhotoLineProps {
  photo: PhotoState
  onRetry: () => void
  registration: RegistrationReceived
}

export function PhotoLine({ photo, onRetry, registration }: PhotoLineProps) {
  if (photo.kind === 'none') return null
  return (
    <div className="done-photo" role="status">
      {photo.kind === 'sending' && (
        <>
          <p id="photo-progress">Sending your photo…</p>
          <BandProgress share={photo.share} labelledBy="photo-progress" />
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

export function applicationPath({ trackingPath, recordType, id }: RegistrationReceived): string {
  return trackingPath ?? accountApplicationPath(recordType, id)
}
