/** An area that its state does not have: what the buyer may have meant, since its delivery is quoted first. Loaded with the list of areas. */
import type { ReactNode } from 'react'
import { areaWords as words } from '#domain/market/area-words.ts'
import { listLocalGovernments } from '#domain/nigeria/local-governments.ts'
import { findNearest } from '#domain/nigeria/nearest-place.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { Button } from '#site/ui/button.tsx'

/** Further off it is hardly a mistake of typing, and naming a place would be a guess. */
const countMistakes = (area: string) => Math.max(1, Math.floor(area.length / 3))

interface AreaHintProps {
  state: string
  /** As it was left; '' while it is typed. */
  area: string
  onTake: (area: string) => void
}

export function AreaHint({ state, area, onTake }: AreaHintProps): ReactNode {
  const { nearest, changes } = findNearest(area, listLocalGovernments(state))
  const isUnknown = state !== '' && area !== '' && changes > 0
  const meant = changes <= countMistakes(area) ? nearest : null
  const { label = state } = nigerianStates.find(({ value }) => value === state) ?? {}
  return (
    <div role="status" className={isUnknown ? 'flex flex-wrap items-center gap-x-4 gap-y-2' : undefined}>
      {isUnknown && (
        <>
          <p>{words.describeUnknown(area, label, meant)}</p>
          {meant && (
            <Button size="sm" variant="outline" onClick={() => onTake(meant)}>
              {words.take(meant)}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
