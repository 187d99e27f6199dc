/** Sends a picture of the content to the server, which draws it again; answers its address on this site. */
import type { adminPaths, boardPhotoBytesMax, boardPhotoRefusal } from '#domain/admin/admin.ts'
import { fetchJson, longTimeoutMs } from '#site/lib/call-server.ts'

// As domain/admin has them: imported, they would become a file of their own, which every page of the desk would fetch.
const address: typeof adminPaths.boardPhoto = '/admin/board-photo'
const bytesMax: typeof boardPhotoBytesMax = 8_000_000
const refusal: typeof boardPhotoRefusal = 'Please choose a photo: JPEG, PNG or WebP, at most 8 MB'

/** `isLogo`: what is transparent in it stays so. */
export async function sendPicture(file: File, isLogo = false): Promise<string> {
  if (file.size > bytesMax) throw new Error(refusal)
  const { path } = await fetchJson<{ path: string }>(
    'POST',
    isLogo ? `${address}?as=logo` : address,
    // As bytes, whatever kind the device takes it for: the server checks for itself.
    new Blob([file], { type: 'application/octet-stream' }),
    { timeoutMs: longTimeoutMs, fallback: 'The photo did not arrive. Please try again.' },
  )
  return path
}
