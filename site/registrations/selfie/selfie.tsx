/** The photo of a registration: nothing yet, the camera live, or captured; a picture can be uploaded as well. */

import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { selfieWords as words } from '#domain/registrations/selfie-words.ts'
import { encodeFile, encodePicture, PhotoProblem } from '#site/lib/encode-photo.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { useCamera } from './use-camera.ts'
import { usePhotoUrl } from './use-photo-url.ts'
import '#site/styles/finish.css'
import { FieldError } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icons.tsx'

interface SelfieProps {
  /** The id of the first button, which the summary of errors leads to. */
  id: string
  photo: Blob | null
  onChange: (photo: Blob | null) => void
  describedBy?: string
}

export function Selfie({ id, photo, onChange, describedBy }: SelfieProps) {
  const camera = useCamera()
  const video = useRef<HTMLVideoElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const hasMoved = useRef(false)
  const [isAlertOpen, setIsAlertOpen] = useState(false)
  const [isReading, setIsReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const photoUrl = usePhotoUrl(photo)
  const { stream, stop } = camera
  const state = photo ? 'captured' : stream ? 'live' : 'none'

  useEffect(() => {
    const element = video.current
    if (!element || !stream) return
    element.srcObject = stream
    void element.play().catch(() => {}) // a browser that will not play shows the first picture, which is enough
  }, [stream])

  // The button that was pressed is gone: the focus goes to what takes its place, not to the top of the page.
  useEffect(() => {
    if (!hasMoved.current) return
    hasMoved.current = false
    box.current?.querySelector<HTMLElement>(`[data-first="${state}"]`)?.focus()
  }, [state])

  async function take() {
    setProblem(null)
    hasMoved.current = true
    if (await camera.start()) return
    hasMoved.current = false
    setIsAlertOpen(true)
  }

  async function use(encode: Promise<Blob>) {
    setIsReading(true)
    setProblem(null)
    try {
      const encoded = await encode
      hasMoved.current = true
      stop()
      onChange(encoded)
    } catch (error) {
      setProblem(error instanceof PhotoProblem ? error.message : words.failed)
    }
    setIsReading(false)
  }

  function capture() {
    const picture = video.current
    if (picture) void use(encodePicture(picture, picture.videoWidth, picture.videoHeight))
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = '' // the same file may be chosen again
    if (file) void use(encodeFile(file))
  }

  function cancel() {
    hasMoved.current = true
    stop()
  }

  function remove() {
    hasMoved.current = true
    onChange(null)
  }

  return (
    <div className="selfie" ref={box}>
      <div className="selfie-frame" data-state={state}>
        {state === 'captured' && photoUrl && <img src={photoUrl} alt={words.photo} />}
        {state === 'live' && <video ref={video} playsInline muted aria-label={words.camera} />}
        {state === 'none' && <Icon name="user" />}
      </div>
      <div className="selfie-actions">
        {state === 'none' && (
          <Button
            id={id}
            data-first="none"
            aria-describedby={describedBy}
            busy={camera.isStarting}
            busyLabel={words.startingLabel}
            onClick={() => void take()}
          >
            {words.takeLabel}
          </Button>
        )}
        {state === 'live' && (
          <>
            <Button id={id} data-first="live" busy={isReading} onClick={capture}>
              {words.captureLabel}
            </Button>
            <Button variant="outline" onClick={cancel}>
              {words.cancelLabel}
            </Button>
          </>
        )}
        {state === 'captured' && (
          <Button id={id} data-first="captured" variant="outline" onClick={remove}>
            {words.removeLabel}
          </Button>
        )}
        {state === 'none' && (
          <Button
            variant="outline"
            busy={isReading}
            busyLabel={words.preparingLabel}
            onClick={() => chooser.current?.click()}
          >
            {words.uploadLabel}
          </Button>
        )}
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
          onChange={choose}
        />
      </div>
      <p className="sr-only" role="status">
        {state === 'live' && words.isOn}
        {state === 'captured' && words.isThere}
      </p>
      <FieldError message={problem ?? undefined} />
      <Dialog
        open={isAlertOpen}
        role="alertdialog"
        title={words.alert.title}
        onClose={() => setIsAlertOpen(false)}
        actions={<Button onClick={() => setIsAlertOpen(false)}>{words.alert.ok}</Button>}
      >
        <p>{words.noCamera}</p>
      </Dialog>
    </div>
  )
}
