/** Everything that is stored about a person, to read here, as PDF and as a file of data; nothing is fetched before a press. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { networkHint } from '#site/lib/network.ts'
import { Button } from '#site/ui/button.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'

export type DataShape = 'report' | 'pdf' | 'data'
export type FetchShape = (shape: DataShape, signal: AbortSignal) => Promise<Response>

/** Of the first button, for whoever is led here from elsewhere on the page. */
export const ownDataId = 'own-data'

const buttons: readonly [shape: DataShape, label: string][] = [
  ['report', 'Read it here'],
  ['pdf', 'Save as PDF'],
  ['data', 'Save the data file (JSON)'],
]

interface OwnDataProps {
  fetchShape: FetchShape
  disabled?: boolean
  /** Each time that some of it has come. */
  onTaken?: () => void
}

export function OwnData({ fetchShape, disabled, onTaken }: OwnDataProps) {
  const [busyShape, setBusyShape] = useState<DataShape | null>(null)
  const [received, setReceived] = useState(0)
  const [errorText, setErrorText] = useState<string | null>(null)
  const [report, setReport] = useState<ReactNode>(null)
  const leaving = useRef<AbortController>(undefined)

  useEffect(() => {
    // A page that the browser puts aside and brings back shows nothing of it any more.
    const close = () => setReport(null)
    window.addEventListener('pagehide', close)
    return () => {
      window.removeEventListener('pagehide', close)
      leaving.current?.abort()
    }
  }, [])

  async function take(shape: DataShape) {
    leaving.current = new AbortController()
    setBusyShape(shape)
    setReceived(0)
    setErrorText(null)
    setReport(null)
    try {
      const { takeShape } = await import('./take-shape.tsx').catch(() => {
        throw new Error(networkHint)
      })
      const { signal } = leaving.current
      setReport(await takeShape({ shape, fetchShape, signal, onProgress: setReceived, onClose: close }))
      onTaken?.()
    } catch (error) {
      setErrorText(error instanceof Error ? error.message : String(error))
    }
    setBusyShape(null)
  }

  function close() {
    setReport(null)
    document.getElementById(ownDataId)?.focus()
  }

  return (
    <>
      <ErrorNotice text={errorText} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {buttons.map(([shape, label]) => (
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
        <p role="status" className="num text-sm text-stone">
          {busyShape && received > 0 ? `${Math.ceil(received / 1024)} kB` : ''}
        </p>
      </div>
      {report}
    </>
  )
}
