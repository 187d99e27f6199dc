/** A sitting: someone announces that they look through the photos of this queue. Its reason is filled in while it lasts. */
import { useQuery } from '@tanstack/react-query'
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
  const sitting = query.data
  if (sitting) return <OpenSitting sitting={sitting} />
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
