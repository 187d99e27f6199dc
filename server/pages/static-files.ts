// Serves the files of the built site from memory, compressed; hashed names are cached for good.
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { isCompressedForm, readCompressedFile } from '#server/http/compressed-files.ts'
import { type CachedBody, type RequestHeaders, respondWith, tagOf } from './respond.ts'

export interface StaticFiles {
  has(path: string): boolean
  answer(path: string, requested: RequestHeaders): Promise<Response>
}

/** Only names that were in the folder when the server started are ever read. */
export function openStaticFiles(folder: string): StaticFiles {
  const names = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !isCompressedForm(entry.name))
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`),
  )
  const cached = new Map<string, Promise<CachedBody>>()
  const read = (path: string) => {
    const known = cached.get(path)
    if (known) return known
    const reading = readStored(folder, path).catch((error: unknown) => {
      cached.delete(path)
      throw error
    })
    cached.set(path, reading)
    return reading
  }
  return {
    has: (path) => names.has(path),
    answer: async (path, requested) => respondWith(await read(path), requested),
  }
}

async function readStored(folder: string, path: string): Promise<CachedBody> {
  const body = await readCompressedFile(join(folder, path))
  const immutable = path.startsWith('/assets/')
  return {
    status: 200,
    headers: {
      'content-type': getMimeType(path) ?? 'application/octet-stream',
      'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    },
    etag: immutable ? undefined : tagOf(body.identity),
    body,
  }
}
