/** What the panel of a guest's data says of the photo: that a code shows it, that it is shown now, or whom to call. */
import { type Ref, useEffect, useRef, useState } from 'react'
import { photoCodeWords as words } from '#domain/registrations/photo-code-words.ts'
import { useLoaded } from '#site/registrations/long-form/use-loaded.ts'
import { PhoneButtons } from '#site/registrations/records/phone-buttons.tsx'
import { WaitingPart } from '#site/registrations/records/waiting-part.tsx'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import type { ConfirmTyped } from './ask-photo-code.tsx'
import type { TrackedRegistration } from './open-link.ts'

interface PhotoCodeProps {
  registration: Pick<TrackedRegistration, 'id' | 'codeChannels'>
  isShown: boolean
  /** `attempt`: what the digits were typed for. */
  onProved: (attempt: string) => void
  confirmTyped: Ref<ConfirmTyped>
}

export function PhotoCode({ registration, isShown, onProved, confirmTyped }: PhotoCodeProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { module, retry } = useLoaded(() => import('./ask-photo-code.tsx'), isAsking)
  if (isShown) return <Shown />
  if (registration.codeChannels.length === 0) return <WhomToCall />
  if (!isAsking)
    return (
      <>
        <p>{words.locked}</p>
        <div>
          <Button variant="outline" onClick={() => setIsAsking(true)}>
            {words.askLabel}
          </Button>
        </div>
      </>
    )
  if (!module) return <WaitingPart retry={retry} />
  return (
    <module.AskPhotoCode
      registration={registration}
      confirmTyped={confirmTyped}
      onProved={(attempt) => {
        setIsAsking(false)
        onProved(attempt)
      }}
    />
  )
}

/** The form with the button that was pressed is gone: what came in its place takes the focus. */
function Shown() {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <Notice kind="good">
      <p ref={text} tabIndex={-1}>
        {words.shown}
      </p>
    </Notice>
  )
}

function WhomToCall() {
  return (
    <>
      <p>{words.noWay}</p>
      <PhoneButtons />
    </>
  )
}
