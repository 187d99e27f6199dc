/** How much has gone, as the woven band that grows: in place of the browser's own bar. */
import { Band } from '#site/ui/band.tsx'

/** `share` is 0 to 1; `labelledBy` names it. Drawn in the browser alone: the content policy lets scripts set a width. */
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
      <div style={{ width: `${percent}%` }}>
        <Band />
      </div>
    </div>
  )
}
