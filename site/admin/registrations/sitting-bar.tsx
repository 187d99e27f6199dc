/** A sitting: someone announces that they look through the photos of this queue. Its reason is filled in while it lasts. */
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { Sitting } from '#domain/admin/admin.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { FoldedPart } from '#site/admin/records/folded-part.tsx'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { type SittingQueue, sittingQuery } from './sitting.ts'

const OpenSitting = loadPart(async () => (await import('./open-sitting.tsx')).OpenSitting)
const BeginSitting = loadPart(async () => (await import('./begin-sitting.tsx')).BeginSitting)

export function SittingBar({ queue }: { queue: SittingQueue }) {
  const { can } = usePermissions()
  const query = useQuery({ ...sittingQuery, enabled: can('vault.reveal') })
  if (!can('vault.reveal') || query.data === undefined) return null
  return <Bar queue={queue} sitting={query.data} />
}

function Bar({ queue, sitting }: { queue: SittingQueue; sitting: Sitting | null }) {
  const place = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  const isOpen = sitting !== null
  // What was pressed goes with what it began or ended: the focus is at what comes in its place, unless its user has moved it on.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) place.current?.focus()
  }, [isOpen])
  return (
    <div
      ref={place}
      tabIndex={-1}
      onFocus={() => {
        hadFocus.current = true
      }}
      onBlur={({ relatedTarget }) => {
        hadFocus.current = relatedTarget === null
      }}
    >
      {sitting ? <OpenSitting sitting={sitting} /> : <BeginPart queue={queue} />}
    </div>
  )
}

function BeginPart({ queue }: { queue: SittingQueue }) {
  return (
    <FoldedPart
      title="Look through many photos"
      className="text-sm"
      titleClass="cursor-pointer py-1 font-semibold"
    >
      {() => <BeginSitting queue={queue} />}
    </FoldedPart>
  )
}
