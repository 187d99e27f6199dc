// Stores objects as files: written under another name, flushed, then renamed, so that half an object is never seen.
import { randomUUID } from 'node:crypto'
import {
  access,
  constants,
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  rename,
  stat,
  unlink,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { giveBack } from '../give-back.ts'
import {
  type ByteRange,
  checkVersion,
  isVersion,
  MissingVersionError,
  type StorageDriver,
  StorageUnavailableError,
} from './driver.ts'
import { flushFolder } from './flush-folder.ts'

/** Chunks are collected up to this size: fewer and larger writes. */
const writeBytes = 256 * 1024
const readBytes = 512 * 1024

export async function createFileDriver(folder: string): Promise<StorageDriver> {
  const objects = join(folder, 'objects')
  const unfinished = join(folder, 'unfinished')
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  await mkdir(objects, { recursive: true, mode: 0o700 })
  // All at once, so that no upload has to make (and flush) one.
  for (const shard of '0123456789abcdef') await mkdir(join(objects, shard), { recursive: true, mode: 0o700 })
  await flushFolder(objects)
  const flush = createFlusher()

  const pathOf = (version: string): string => {
    checkVersion(version)
    return join(objects, version.slice(0, 1), version)
  }

  return {
    async write(version, bytes) {
      const path = pathOf(version)
      const partial = join(unfinished, randomUUID())
      try {
        const file = await open(partial, 'wx', 0o600)
        try {
          await writeAll(file, bytes)
          await file.datasync()
        } finally {
          await file.close()
        }
        await rename(partial, path)
      } catch (error) {
        await unlink(partial).catch(() => {})
        throw error
      }
      await flush(dirname(path))
    },

    async read(version, range) {
      const file = await open(pathOf(version)).catch((error: unknown) => {
        throw isMissing(error) ? new MissingVersionError(version, error) : error
      })
      return stream(file, range)
    },

    async copy(from, to) {
      // The bytes never change, so both versions may share them.
      await link(pathOf(from), pathOf(to)).catch((error: unknown) => {
        throw isMissing(error) ? new MissingVersionError(from, error) : error
      })
      await flush(dirname(pathOf(to)))
    },

    async remove(versions) {
      for (const version of versions)
        await unlink(pathOf(version)).catch((error: unknown) => {
          if (!isMissing(error)) throw error
        })
    },

    async *list() {
      for await (const shard of await opendir(objects)) {
        if (!shard.isDirectory()) continue
        for await (const { name } of await opendir(join(objects, shard.name))) {
          // ctime: a copy is a link, and its file is as old as the original.
          const result = isVersion(name) ? await statIfThere(join(objects, shard.name, name)) : undefined
          if (result) yield { version: name, modifiedAt: result.ctime }
        }
      }
    },

    async removeUnfinished(before) {
      for await (const { name } of await opendir(unfinished)) {
        const path = join(unfinished, name)
        const result = await statIfThere(path)
        if (result && result.mtime < before) await unlink(path).catch(() => {})
      }
    },

    check: () =>
      access(unfinished, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
        throw new StorageUnavailableError(`${folder} cannot be written to (${error.code})`, error)
      }),

    close() {},
  }
}

async function writeAll(file: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    waiting.push(chunk)
    size += chunk.length
    if (size < writeBytes) continue
    await writeChunks(file, waiting, size)
    waiting.forEach(giveBack)
    waiting = []
    size = 0
  }
  if (size > 0) await writeChunks(file, waiting, size)
  waiting.forEach(giveBack)
}

async function writeChunks(file: FileHandle, chunks: Uint8Array[], size: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks)
  // A short write (a full disk, a signal) leaves a rest.
  let rest = bytesWritten < size ? Buffer.concat(chunks).subarray(bytesWritten) : undefined
  while (rest && rest.length > 0) rest = rest.subarray((await file.write(rest)).bytesWritten)
}

/** Read on demand, piece by piece: a slow reader holds one piece and a file handle. */
function stream(file: FileHandle, range: ByteRange | undefined): ReadableStream<Uint8Array> {
  let position = range?.start ?? 0
  let left = range ? range.end - range.start + 1 : Number.POSITIVE_INFINITY
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = Buffer.allocUnsafe(Math.min(readBytes, left))
        const { bytesRead } = await file.read(piece, 0, piece.length, position)
        position += bytesRead
        left -= bytesRead
        if (bytesRead > 0) controller.enqueue(piece.subarray(0, bytesRead))
        // A short read is the end of the file: versions never grow.
        if (bytesRead < piece.length || left === 0) {
          controller.close()
          await file.close()
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )
}

/** Uploads that end together share a flush: each waits for one that began after its rename. */
function createFlusher(): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()
  return (folder) => {
    const joined = waiting.get(folder)
    if (joined) return joined
    const before = running.get(folder) ?? Promise.resolve()
    const next = before
      .catch(() => {})
      .then(() => {
        waiting.delete(folder)
        const flush = flushFolder(folder).finally(() => {
          if (running.get(folder) === flush) running.delete(folder)
        })
        running.set(folder, flush)
        return flush
      })
    waiting.set(folder, next)
    return next
  }
}

async function statIfThere(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
