/** Fetches one shape of what is stored about a person: a file is saved, and what is to be read comes back. */
import type { ReactNode } from 'react'
import type { DataReport } from '#domain/data-report.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { networkHint } from '#site/lib/network.ts'
import { saveFile } from '#site/lib/save-file.ts'
import { toast } from '#site/ui/toast.tsx'
import type { DataShape, FetchShape } from './own-data.tsx'
import { ReportView } from './report-view.tsx'

const timeoutMs = 5 * 60_000

interface TakeOptions {
  shape: DataShape
  fetchShape: FetchShape
  signal: AbortSignal
  /** Hears how many bytes have come. */
  onProgress: (receivedBytes: number) => void
  onClose: () => void
}

export async function takeShape({
  shape,
  fetchShape,
  signal,
  onProgress,
  onClose,
}: TakeOptions): Promise<ReactNode> {
  const response = await fetchShape(shape, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
  const content = await readAll(response, onProgress)
  if (shape === 'report') {
    const report = JSON.parse(await content.text()) as DataReport
    return <ReportView report={report} onClose={onClose} />
  }
  const [, name = 'my-data'] =
    /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  saveFile(name, content)
  toast.success('Your data is downloaded', name)
  return null
}

async function readAll(response: Response, onProgress: TakeOptions['onProgress']): Promise<Blob> {
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
