/** The photo of a registration that is already safe: it is sent behind it, also when its person goes on within the site, and again on demand. */
import { useEffect, useRef, useState } from 'react'
import { readTrackingToken } from '#domain/guest-links.ts'
import type { RegistrationReceived } from '#domain/registrations/intake.ts'
import { notePhoto } from '#site/registrations/selfie/photos-on-their-way.ts'
import { sendPhoto } from '#site/registrations/selfie/send-photo.ts'

export type PhotoState =
  | { kind: 'none' }
  /** A photo is wanted still, and none is here to be sent: what was uploaded before the form did not arrive. */
  | { kind: 'missing' }
  | { kind: 'sending'; share: number }
  | { kind: 'sent' }
  | { kind: 'failed'; message: string }

export function usePhotoSending(
  registration: RegistrationReceived | null,
  photo: Blob | null,
): { state: PhotoState; retry: () => void } {
  const [state, setState] = useState<PhotoState>({ kind: 'none' })
  const begun = useRef<string | null>(null)

  async function send({ recordType, id, photo: slot, trackingPath }: RegistrationReceived, picture: Blob) {
    if (!slot) return
    setState({ kind: 'sending', share: 0 })
    const trackingToken = trackingPath ? readTrackingToken(trackingPath) : undefined
    const as = trackingToken ? 'nobody' : 'account'
    notePhoto(id, 0)
    const sent = await sendPhoto(slot, picture, { recordType, id, trackingToken }, as, (share) => {
      notePhoto(id, share)
      setState({ kind: 'sending', share })
    })
    notePhoto(id, sent.ok ? 'sent' : null)
    setState(sent.ok ? { kind: 'sent' } : { kind: 'failed', message: sent.message })
  }

  useEffect(() => {
    if (!registration?.photo || !photo || begun.current === registration.id) return
    begun.current = registration.id
    void send(registration, photo)
  }, [registration, photo])

  return {
    state: registration?.photo && !photo ? { kind: 'missing' } : state,
    retry: () => {
      if (registration && photo) void send(registration, photo)
    },
  }
}
