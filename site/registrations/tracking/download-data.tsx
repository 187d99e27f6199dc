/** Everything stored about the application of a guest link, to read and to take along: secrets masked, the photo after a code. */
import { useRef, useState } from 'react'
import { photoShownMinutes } from '#domain/registrations/photo-code-words.ts'
import { guestDataWords } from '#domain/registrations/tracking-words.ts'
import { OwnData } from '#site/lib/own-data/own-data.tsx'
import { useIsPast } from '#site/lib/use-is-past.ts'
import { Panel } from '#site/ui/panel.tsx'
import type { ConfirmTyped } from './ask-photo-code.tsx'
import type { TrackedRegistration } from './open-link.ts'
import { PhotoCode } from './photo-code.tsx'
import { fetchTrackedData } from './track-calls.ts'

const words = guestDataWords.read

interface DownloadDataProps {
  registration: TrackedRegistration
  /** The photo was looked at, which is written down. */
  onPhotoSeen: () => void
}

export function DownloadData({ registration, onPhotoSeen }: DownloadDataProps) {
  const { id, hasPhoto } = registration
  /** In this page's memory alone: a page that is loaded again asks for another code. */
  const [proof, setProof] = useState<{ attempt: string; until: string } | null>(null)
  const isOver = useIsPast(proof?.until ?? null)
  const attempt = isOver ? undefined : proof?.attempt
  /** A code that was typed is meant, also where its own button was not pressed. */
  const confirmTyped = useRef<ConfirmTyped>(null)
  const isProved = useRef(false)
  isProved.current = attempt !== undefined
  return (
    <Panel title={words.title}>
      <div className="grid grid-cols-1 gap-4">
        <p>{words.text}</p>
        {hasPhoto && (
          <PhotoCode
            registration={registration}
            isShown={attempt !== undefined}
            confirmTyped={confirmTyped}
            onProved={(proved) =>
              setProof({
                attempt: proved,
                until: new Date(Date.now() + photoShownMinutes * 60_000).toISOString(),
              })
            }
          />
        )}
        <OwnData
          fetchShape={async (shape, signal) =>
            fetchTrackedData(id, shape, signal, attempt ?? (await confirmTyped.current?.()) ?? undefined)
          }
          onTaken={() => {
            if (isProved.current) onPhotoSeen()
          }}
        />
      </div>
    </Panel>
  )
}
