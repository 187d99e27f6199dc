/** The photo that did not arrive with the form, or that staff want again, sent now. */

import { useState } from 'react'
import { addPhotoWords as words } from '#domain/registrations/selfie-words.ts'
import { Selfie } from '#site/registrations/selfie/selfie.tsx'
import { BandProgress } from '#site/ui/band-progress.tsx'
import { Button } from '#site/ui/button.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'

interface AddPhotoProps {
  request: 'missing' | 'another'
  /** `onProgress` hears the share that has gone, 0 to 1. */
  send: (
    photo: Blob,
    onProgress: (share: number) => void,
  ) => Promise<{ ok: true } | { ok: false; message: string }>
  onAdded: () => void
}

export function AddPhoto({ request, send, onAdded }: AddPhotoProps) {
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [errorText, setErrorText] = useState<string | null>(null)

  async function sendNow(picture: Blob) {
    setErrorText(null)
    toast.dismiss()
    setProgress(0)
    const outcome = await send(picture, setProgress).catch((error: unknown) => ({
      ok: false as const,
      message: error instanceof Error ? error.message : '',
    }))
    setProgress(null)
    if (!outcome.ok) return setErrorText(outcome.message)
    setPhoto(null)
    toast.success(words.sent)
    onAdded()
  }

  return (
    <Panel title={words[request].title}>
      <div className="grid grid-cols-1 gap-4">
        <p>{words[request].text}</p>
        <Selfie id="missing-selfie" photo={photo} onChange={setPhoto} />
        {progress !== null && (
          <div role="status">
            <p id="photo-progress">{words.sending}</p>
            <BandProgress share={progress} labelledBy="photo-progress" />
          </div>
        )}
        <ErrorNotice text={errorText} />
        {photo && (
          <div>
            <Button busy={progress !== null} busyLabel={words.busyLabel} onClick={() => void sendNow(photo)}>
              {words.submitLabel}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}
