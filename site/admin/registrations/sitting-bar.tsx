/** A sitting: someone announces that they look through the photos of this queue. Its reason is filled in while it lasts. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermissions } from '#site/account/my-permissions.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { type SittingQueue, sittingQuery } from './sitting.ts'

const OpenSitting = loadPart(async () => (await import('./open-sitting.tsx')).OpenSitting)
const BeginSitting = loadPart(async () => (await import('./begin-sitting.tsx')).BeginSitting)

export function SittingBar({ queue }: { queue: SittingQueue }) {
  const { can } = usePermissions()
  const [isWanted, setIsWanted] = useState(false)
  const query = useQuery({ ...sittingQuery, enabled: can('vault.reveal') })
  if (!can('vault.reveal') || query.data === undefined) return null
  const sitting = query.data
  if (sitting) return <OpenSitting sitting={sitting} />
  return (
    <details className="text-sm" onToggle={() => setIsWanted(true)}>
      <summary className="cursor-pointer py-1 font-semibold">Look through many photos</summary>
      {isWanted && <BeginSitting queue={queue} />}
    </details>
  )
}
