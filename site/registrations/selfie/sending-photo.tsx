/** How far a photo is that is being sent. */
import { photoLineWords as words } from '#domain/registrations/confirmation-words.ts'
import { BandProgress } from '#site/ui/band-progress.tsx'

export function SendingPhoto({ share }: { share: number }) {
  return (
    <>
      <p id="photo-progress">{words.sending}</p>
      <BandProgress share={share} labelledBy="photo-progress" />
    </>
  )
}
