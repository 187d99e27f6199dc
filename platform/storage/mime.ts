// What a file is, by its first bytes, and what a bucket or a browser may take it for.
import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type'
import { invalidMimeType } from './errors.ts'

/** Enough for every signature that counts, and for the first entries of an office document (a zip). */
export const headBytes = 64 * 1024

/** The type without parameters, lower case; what cannot be one is application/octet-stream. */
function essenceOf(type: string): string {
  const essence = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[a-z0-9][\w.+-]*\/[a-z0-9][\w.+-]*$/.test(essence) ? essence : 'application/octet-stream'
}

export function isAllowed(type: string, allowed: readonly string[]): boolean {
  return allowed.some((pattern) => {
    const wanted = pattern.trim().toLowerCase()
    if (wanted === '*/*' || wanted === type) return true
    return wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1))
  })
}

/** Containers whose signature is shared: what they were declared to be is believed within these. */
const refinements: Record<string, RegExp> = {
  'application/x-cfb': /^application\/(msword|vnd\.ms-(excel|powerpoint|outlook|project)|vnd\.visio)$/,
  'application/xml': /^(text\/xml|image\/svg\+xml|application\/[\w.-]+\+xml)$/,
  'application/zip': /^application\/x-zip-compressed$/,
  'application/gzip': /^application\/x-gzip$/,
  'image/jpeg': /^image\/(jpg|pjpeg)$/,
  'audio/mpeg': /^audio\/mp3$/,
  'video/mp4': /^(audio\/mp4|video\/x-m4v)$/,
}

/**
 * The type to store for a bucket that restricts its types. Both what the sender says and what the bytes say must be
 * allowed, and a type that has a signature must show it. Throws a StorageError otherwise.
 */
export async function verifyType(
  declared: string,
  head: Buffer,
  allowed: readonly string[],
): Promise<string> {
  const said = essenceOf(declared)
  if (!isAllowed(said, allowed)) throw invalidMimeType(declared)
  const result = await detectType(head)
  if (result === undefined) {
    if (hasSignature(said)) throw invalidMimeType('application/octet-stream')
    // Text holds no zero bytes.
    if (isText(said) && head.includes(0)) throw invalidMimeType('application/octet-stream')
    return declared
  }
  if (result === said || refinements[result]?.test(said)) return declared
  if (!isAllowed(result, allowed)) throw invalidMimeType(result)
  return result
}

export async function detectType(head: Buffer): Promise<string | undefined> {
  return (await fileTypeFromBuffer(head))?.mime
}

const signed: ReadonlySet<string> = supportedMimeTypes
const aliases = Object.values(refinements)

function hasSignature(type: string): boolean {
  if (type === 'application/octet-stream') return false
  if (isText(type)) return signed.has(type)
  // Pictures, sounds, films and fonts all have one: a name that nobody knows is no way around.
  return (
    signed.has(type) || /^(image|audio|video|font)\//.test(type) || aliases.some((alias) => alias.test(type))
  )
}

function isText(type: string): boolean {
  return /^text\/|[/+](json|xml|javascript)$/.test(type)
}

/** Raster images that a page may show in place. */
const shownInPlace = new Set([
  'image/png',
  'image/jpeg',
  'image/jpg',
  'image/gif',
  'image/webp',
  'image/avif',
])

export function isShownInPlace(type: string): boolean {
  return shownInPlace.has(essenceOf(type))
}

// Whatever a browser would run or lay out, wherever it comes from.
const active =
  /^(text\/(html|xml|xsl|css|javascript|ecmascript|jscript|livescript|vbscript|x-.*script|cache-manifest)|image\/svg.*|application\/(xml|xhtml.*|x?-?javascript|ecmascript|x-ecmascript|wasm|x-shockwave-flash|pdf\+html)|.*\+xml|multipart\/.*|message\/.*|model\/.*)$/

/** The type that an answer carries: documents that could run are only ever text. */
export function servedType(type: string): string {
  const essence = essenceOf(type)
  if (active.test(essence)) return 'text/plain; charset=utf-8'
  // A stored type may hold parameters; anything unusual is left out of the header.
  return /^[\x20-\x7e]+$/.test(type) && type.toLowerCase().startsWith(essence) ? type : essence
}
