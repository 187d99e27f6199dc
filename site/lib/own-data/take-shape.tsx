/** Fetches one shape of what is stored about a person: a file is saved, and what is to be read is shown. */

import { type ReactNode, useEffect } from 'react'
import type { DataReport } from '#domain/data-report.ts'
import { formatBytes } from '#domain/file-sizes.ts'
import type { DataShape } from '#domain/vault.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { networkHint } from '#site/lib/network.ts'
import { saveFile } from '#site/lib/save-file.ts'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { toast } from '#site/ui/toast.tsx'
import { type FetchShape, ownDataId } from './fetch-shape.ts'
import { ReportView } from './report-view.tsx'

const timeoutMs = 5 * 60_000

type Show = (view: ReactNode) => void

export async function takeShape(fetchShape: FetchShape, shape: DataShape, show: Show): Promise<void> {
  toast.dismiss()
  try {
    await take(fetchShape, shape, show)
  } catch (error) {
    show(<ErrorNotice text={error instanceof Error ? error.message : String(error)} />)
  }
}

async function take(fetchShape: FetchShape, shape: DataShape, show: Show): Promise<void> {
  const leaving = new AbortController()
  const showProgress = (bytes: number) => show(<Progress bytes={bytes} onLeft={() => leaving.abort()} />)
  showProgress(0)
  const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(timeoutMs)])
  const response = await fetchShape(shape, signal)
  const content = await readAll(response, showProgress)
  if (shape === 'report') {
    const close = () => show(null)
    const report = JSON.parse(await content.text()) as DataReport
    show(
      <ReportView
        report={report}
        onHide={close}
        onClose={() => {
          close()
          document.getElementById(ownDataId)?.focus()
        }}
      />,
    )
    return
  }
  const [, name = 'my-data'] =
    /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  saveFile(name, content)
  show(null)
  toast.success('Your data is downloaded', name)
}

/** Leaving the page ends the wait. */
function Progress({ bytes, onLeft }: { bytes: number; onLeft: () => void }) {
  useEffect(() => onLeft, [])
  return (
    <p role="status" className="num text-sm text-stone">
      {bytes > 0 && formatBytes(bytes)}
    </p>
  )
}

async function readAll(response: Response, onProgress: (receivedBytes: number) => void): Promise<Blob> {
  const parts: BlobPart[] = []
  let received = 0
  const reader = response.body?.getReader()
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value)
      received += part.value.length
      onProgress(received)
    }
  } catch {
    throw new ServerError(0, networkHint)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}
