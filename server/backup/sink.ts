// Bytes into a file that nobody else may read, hashed on the way and on the disk when it returns.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

export interface Written {
  bytes: number
  sha256: string
}

export async function writeHashed(path: string, chunks: AsyncIterable<Uint8Array>): Promise<Written> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      await file.writeFile(chunk)
    }
    await file.datasync()
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

export async function hashFile(path: string): Promise<Written> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path)
  for await (const chunk of file.createReadStream()) {
    hash.update(chunk as Buffer)
    bytes += (chunk as Buffer).length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** A few at a time, since each waits for the disk or a network. */
export async function forEachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < items.length) await work(items[next++] as Item)
  }
  // All are waited for, so that nobody tidies up under a worker that still writes.
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
