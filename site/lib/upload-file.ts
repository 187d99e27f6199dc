/** Sends a file to the signed upload address, with progress and retries, and without the client library. */
import { readPublishableKey } from './page-data.ts'

const timeoutMs = 120_000
/** How long is waited before each further try. */
export const pausesMs = [1_000, 3_000, 8_000]

/** Uploads; true when it is there, also when an earlier try has brought it. `onProgress` is called with 0 to 1. */
export async function uploadFile(
  bucket: string,
  { path, token }: { path: string; token: string },
  file: Blob,
  onProgress: (share: number) => void,
): Promise<boolean> {
  let wasCutOff = false
  for (const pauseMs of [...pausesMs, null]) {
    const status = await put(`${bucket}/${path}`, token, file, onProgress)
    if (status >= 200 && status < 300) return true
    // The place takes one file. Refused after a try whose answer was lost: it may be there, attaching it will show.
    if (wasCutOff && status >= 400 && status < 500) return true
    wasCutOff ||= status === 0
    const isWorthAnother = status === 0 || status === 429 || status >= 500
    if (!isWorthAnother || pauseMs === null) return false
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return false
}

/** The upload of the storage protocol; fetch reports no upload progress. 0 when there was no answer. */
function put(
  object: string,
  token: string,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<number> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const address = `/storage/v1/object/upload/sign/${object}?token=${encodeURIComponent(token)}`
    request.open('PUT', address)
    request.timeout = timeoutMs
    request.setRequestHeader('apikey', readPublishableKey())
    request.setRequestHeader('content-type', file.type)
    request.setRequestHeader('x-upsert', 'false')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(request.status)
    request.onerror = () => resolve(0)
    request.ontimeout = () => resolve(0)
    request.send(file)
  })
}
