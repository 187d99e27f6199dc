/** Sends a picture to the server, which draws it again; answers its address on this site. */
import { fetchJson, longTimeoutMs } from '#site/lib/call-server.ts'

interface PictureRules {
  to: string
  bytesMax: number
  /** What is said of one that is larger. */
  refusal: string
}

export async function sendPicture(file: File, { to, bytesMax, refusal }: PictureRules): Promise<string> {
  if (file.size > bytesMax) throw new Error(refusal)
  const { path } = await fetchJson<{ path: string }>(
    'POST',
    to,
    // As bytes, whatever kind the device takes it for: the server checks for itself.
    new Blob([file], { type: 'application/octet-stream' }),
    { timeoutMs: longTimeoutMs, fallback: 'The photo did not arrive. Please try again.' },
  )
  return path
}
