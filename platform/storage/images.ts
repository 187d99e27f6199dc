// Renders images to size: bounded in pixels, time and number at once, and cached on disk for the next time.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sharp, SharpOptions } from 'sharp'
import { checkVersion, isVersion } from './drivers/driver.ts'
import { busy, imageRefused, StorageError } from './errors.ts'
import type { ObjectBytes } from './object-bytes.ts'
import type { ObjectRow } from './objects.ts'
import type { Transformation } from './transformation.ts'

/** Upstream's limits: 50 megapixels, 25 MB. */
const maxPixels = 50_000_000
const maxBytes = 25_000_000
const maxSeconds = 10
const maxWaiting = 64

export interface Rendered {
  bytes: Buffer
  type: string
  /** Identifies a rendition of one version. */
  tag: string
}

export interface Images {
  render(object: ObjectRow, transformation: Transformation, accept: string): Promise<Rendered>
  /** The renditions of removed versions. */
  forget(versions: string[]): Promise<void>
  /** Versions that have renditions. */
  versions(): Promise<string[]>
}

export interface ImagesOptions {
  bytes: Pick<ObjectBytes, 'read' | 'isEncrypted'>
  /** Renditions are stored here; nothing in it is needed. */
  folder: string
  /** When the renditions take more, the oldest go. */
  cacheBytes?: number
}

const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
type Format = (typeof formats)[number]

export function createImages({
  bytes: source,
  folder,
  cacheBytes = 256 * 1024 * 1024,
}: ImagesOptions): Images {
  const running = new Map<string, Promise<Buffer>>()
  const gate = createGate(Math.max(1, availableParallelism() - 1))
  let written = 0

  const folderOf = (version: string): string => {
    checkVersion(version)
    return join(folder, version.slice(0, 2), version)
  }

  async function draw(
    object: ObjectRow,
    transformation: Transformation,
    format: Format,
    path: string,
  ): Promise<Buffer> {
    const bytes = await gate(() => renderBytes(source, object, transformation, format))
    // What is encrypted where it lies shall not lie beside in clear.
    if (source.isEncrypted(object.bucket_id)) return bytes
    await save(path, bytes)
    written += bytes.length
    if (written > cacheBytes / 8) {
      written = 0
      await evictOldest(folder, cacheBytes)
    }
    return bytes
  }

  return {
    async render(object, transformation, accept) {
      const { version, metadata } = object
      if ((metadata?.size ?? 0) > maxBytes) throw imageRefused('Source image is too big', 413)
      if (metadata?.contentEncoding) throw imageRefused('Source image type not supported')
      const format = chooseFormat(metadata?.mimetype ?? '', transformation, accept)
      const tag = createHash('sha256')
        .update(JSON.stringify([transformation, format]))
        .digest('hex')
        .slice(0, 16)
      const path = join(folderOf(version), tag)
      const cached = await readFile(path).catch(() => undefined)
      if (cached) return { bytes: cached, type: `image/${format}`, tag }
      // Several requests for the same rendition at once wait for one.
      const drawn = running.get(path) ?? draw(object, transformation, format, path)
      running.set(path, drawn)
      try {
        return { bytes: await drawn, type: `image/${format}`, tag }
      } finally {
        running.delete(path)
      }
    },

    async forget(versions) {
      for (const version of versions) await rm(folderOf(version), { recursive: true, force: true })
    },

    async versions() {
      const result: string[] = []
      for (const shard of await readdir(folder).catch(() => []))
        result.push(...(await readdir(join(folder, shard)).catch(() => [])).filter(isVersion))
      return result
    },
  }
}

async function renderBytes(
  bytes: Pick<ObjectBytes, 'read'>,
  object: ObjectRow,
  { width, height, resize, quality }: Transformation,
  format: Format,
): Promise<Buffer> {
  const image = (await openSharp())
    .timeout({ seconds: maxSeconds })
    .autoOrient()
    .resize({
      width,
      height,
      fit: resize === 'contain' ? 'inside' : resize,
      withoutEnlargement: true,
    })
    // For these two it would mean fewer colours.
    .toFormat(format, format === 'png' || format === 'gif' ? {} : { quality })
  const source = Readable.fromWeb((await bytes.read(object)) as Parameters<typeof Readable.fromWeb>[0])
  try {
    const [drawn] = await Promise.all([image.toBuffer(), pipeline(source, image)])
    return drawn
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Refuses an image whose header promises more pixels than anybody should decode. */
export async function checkPixels(head: Buffer): Promise<void> {
  if (!/^(\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP|....ftypavi[fs])/s.test(head.toString('latin1', 0, 16)))
    return
  const image = await openSharp(head)
  // A head that ends within the header gives no size; rendering has the same ceiling.
  const { width, height } = await image.metadata().catch((error: unknown) => {
    if (isTooManyPixels(error)) throw imageRefused('Source image resolution is too big')
    return { width: 0, height: 0 }
  })
  if (width * height > maxPixels) throw imageRefused('Source image resolution is too big')
}

let loaded: Promise<typeof import('sharp').default> | undefined

/** Loaded at first need, on bytes or on a text to draw. Only plain raster images are open among the many formats that it could read. */
export async function openSharp(input?: Buffer | Pick<SharpOptions, 'text'>): Promise<Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpeg',
        'VipsForeignLoadPng',
        'VipsForeignLoadWebp',
        'VipsForeignLoadNsgif',
        'VipsForeignLoadHeif',
      ],
    })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  const sharp = await loaded
  const limits = { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' } as const
  return Buffer.isBuffer(input) ? sharp(input, limits) : sharp({ ...limits, ...input })
}

function chooseFormat(type: string, { format }: Transformation, accept: string): Format {
  if (format === 'avif') return 'avif'
  if (format === undefined && accept.includes('image/webp')) return 'webp'
  const own = type.replace(/^image\/(jpg|pjpeg)\b/, 'image/jpeg').replace(/^image\/|;.*$/g, '')
  return formats.find((known) => known === own) ?? 'jpeg'
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageError || 'code' in error) return error
  if (isTooManyPixels(error)) return imageRefused('Source image resolution is too big')
  if (/timeout/i.test(error.message)) return imageRefused('Source image takes too long to render')
  if (/unsupported image format|empty|blocked/i.test(error.message))
    return imageRefused('Source image type not supported')
  return imageRefused('Broken or unsupported image')
}

function isTooManyPixels(error: unknown): boolean {
  return error instanceof Error && /pixel limit|too large/i.test(error.message)
}

async function save(path: string, bytes: Buffer): Promise<void> {
  const partial = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(partial, bytes, { mode: 0o600 })
  await rename(partial, path)
}

async function evictOldest(folder: string, cacheBytes: number): Promise<void> {
  const files: { path: string; bytes: number; at: number }[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const result = await stat(path).catch(() => undefined)
    if (result) files.push({ path, bytes: result.size, at: result.mtimeMs })
  }
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { path, bytes } of files.sort((one, other) => one.at - other.at)) {
    if (total <= cacheBytes * 0.75) break
    await rm(path, { force: true })
    total -= bytes
  }
}

/** Runs a few at a time; the rest wait their turn, and past a number they are refused with Retry-After. */
function createGate(maximum: number): <T>(work: () => Promise<T>) => Promise<T> {
  let active = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (active >= maximum) {
      if (waiting.length >= maxWaiting) throw busy()
      await new Promise<void>((proceed) => waiting.push(proceed))
    } else active++
    try {
      return await work()
    } finally {
      // The next one takes this place over.
      const next = waiting.shift()
      if (next) next()
      else active--
    }
  }
}
