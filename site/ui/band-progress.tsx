/** How much has gone, as the woven band that grows: in place of the browser's own bar. */
import { Band } from '#site/ui/band.tsx'

/** `share` is 0 to 1; `labelledBy` names it. */
export function BandProgress({ share, labelledBy }: { share: number; labelledBy: string }) {
  const percent = Math.round(share * 100)
  return (
    <div
      role="progressbar"
      className="band-progress"
      aria-labelledby={labelledBy}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <Band share={percent} />
    </div>
  )
}
