/** Everything that is stored about a person, to read here, as PDF and as a file of data; nothing is fetched before a press. */

import { type ReactNode, useState } from 'react'
import type { DataShape } from '#domain/vault.ts'
import { networkHint } from '#site/lib/network.ts'
import { Button } from '#site/ui/button.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { type FetchShape, ownDataId } from './fetch-shape.ts'

const labels: [shape: DataShape, label: string][] = [
  ['report', 'Read it here'],
  ['pdf', 'Save as PDF'],
  ['data', 'Save the data file (JSON)'],
]

interface OwnDataProps {
  fetchShape: FetchShape
  disabled?: boolean
  /** Each time that some of it has come, or has not. */
  onTaken?: () => void
}

export function OwnData({ fetchShape, disabled, onTaken }: OwnDataProps) {
  const [busyShape, setBusyShape] = useState<DataShape | null>(null)
  /** How much has come, what went wrong, or the report. */
  const [view, setView] = useState<ReactNode>(null)

  async function take(shape: DataShape) {
    setBusyShape(shape)
    setView(null)
    // What only a press needs comes with it.
    await import('./take-shape.tsx').then(
      ({ takeShape }) => takeShape(fetchShape, shape, setView),
      () => setView(<ErrorNotice text={networkHint} />),
    )
    setBusyShape(null)
    onTaken?.()
  }

  return (
    <>
      <div className="flex flex-wrap gap-3">
        {labels.map(([shape, label]) => (
          <Button
            key={shape}
            id={shape === 'report' ? ownDataId : undefined}
            variant="outline"
            busy={busyShape === shape}
            disabled={disabled || busyShape !== null}
            busyLabel="Collecting..."
            onClick={() => void take(shape)}
          >
            {label}
          </Button>
        ))}
      </div>
      {view}
    </>
  )
}
