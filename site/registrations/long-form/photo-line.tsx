/** How the photo of a registration that is safe already is doing. */
import { photoLineWords as words } from '#domain/registrations/confirmation-words.ts'
import type { RegistrationReceived } from '#domain/registrations/intake.ts'
import { accountApplicationPath } from '#site/member-paths.ts'
import { SendingPhoto } from '#site/registrations/selfie/sending-photo.tsx'
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
      {photo.kind === 'sending' && <SendingPhoto share={photo.share} />}
      {photo.kind === 'missing' && (
        <p>
          {words.missing} <a href={applicationPath(registration)}>{words.add}</a>
        </p>
      )}
      {photo.kind === 'sent' && <p>{words.sent}</p>}
      {photo.kind === 'failed' && (
        <>
          <p>
            {words.safe} {photo.message}
          </p>
          <Button size="sm" variant="outline" onClick={onRetry}>
            {words.again}
          </Button>
        </>
      )}
    </div>
  )
}

export function applicationPath({ trackingPath, recordType, id }: RegistrationReceived): string {
  return trackingPath ?? accountApplicationPath(recordType, id)
}
