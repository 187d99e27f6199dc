/** Uploads one file of an order to its signed address, and has it checked there. */
import { marketMessages, type UploadSlot } from '#domain/market/market-orders.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { uploadFile } from '#site/lib/upload-file.ts'

/** `finish` notifies the server that the file is there; it answers the path that a claim or a dispute names. */
export async function uploadToSlot(
  { bucket, path, token }: UploadSlot,
  file: Blob,
  onProgress: (share: number) => void,
  finish: (path: string) => Promise<{ path: string }>,
): Promise<string> {
  const isThere = await uploadFile(bucket, { path, token }, file, onProgress)
  if (!isThere) throw new ServerError(0, marketMessages.fileMissing)
  return (await finish(path)).path
}
