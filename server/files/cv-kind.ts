// Which kind of document a file is, by its bytes: a name and a declared type are only what someone says.
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { DocumentType } from '#domain/file-types.ts'

const inflate = promisify(inflateRaw)

const oleMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** The names of streams in the older Office format are UTF-16. */
const wordStream = Buffer.from('WordDocument', 'utf16le')
const macroStreams = ['_VBA_PROJECT', 'Macros'].map((name) => Buffer.from(name, 'utf16le'))
/** A letter of either format that has a password lies whole in this stream. */
const lockedStream = Buffer.from('EncryptedPackage', 'utf16le')

/** A CV that unpacks to more than this is a bomb, whatever its directory says. */
const maxUnpackedBytes = 40 * 1024 * 1024
const maxEntries = 1000

/** Null: none of the kinds that we take, or one that should not be opened. */
export async function findCvKind(bytes: Buffer): Promise<DocumentType | null> {
  if (beginsAsPdf(bytes)) return isWholePdf(bytes) ? 'pdf' : null
  if (isOlder(bytes)) return bytes.includes(wordStream) && !hasMacroStream(bytes) ? 'doc' : null
  if (isZip(bytes)) return (await isWordFile(bytes)) ? 'docx' : null
  return null
}

/**
 * Why a file that is none of the kinds is none: it begins as one and was cut off on its way or damaged, or there is
 * something in it that we do not open. Null: it is another kind of file.
 */
export function findCvFault(bytes: Buffer): 'unreadable' | 'active' | null {
  if (beginsAsPdf(bytes)) return 'unreadable'
  if (isOlder(bytes)) return hasMacroStream(bytes) || bytes.includes(lockedStream) ? 'active' : null
  if (!isZip(bytes)) return null
  const names = readZipDirectory(bytes)?.map(({ name }) => name)
  if (names?.some(isMacro)) return 'active'
  // What was cut off has lost its directory, which stands at its end.
  return names?.includes(wordDocument) !== false ? 'unreadable' : null
}

function isOlder(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(oleMagic)
}

function hasMacroStream(bytes: Buffer): boolean {
  return macroStreams.some((name) => bytes.includes(name))
}

function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
}

function isMacro(name: string): boolean {
  return /vbaproject/i.test(name)
}

function beginsAsPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-'
}

function isWholePdf(bytes: Buffer): boolean {
  return (
    /^%PDF-[12]\.\d/.test(bytes.subarray(0, 8).toString('latin1')) && bytes.subarray(-2048).includes('%%EOF')
  )
}

interface ZipEntry {
  name: string
  method: number
  packedBytes: number
  offset: number
}

const wordDocument = 'word/document.xml'

/** A zip whose directory names a Word document, without macros, and whose entries unpack to a sane size. */
async function isWordFile(bytes: Buffer): Promise<boolean> {
  const entries = readZipDirectory(bytes)
  if (!entries) return false
  const names = new Set(entries.map(({ name }) => name))
  if (!names.has('[Content_Types].xml') || !names.has(wordDocument)) return false
  if (names.size !== entries.length || entries.some(({ name }) => isMacro(name) || /\.\.|^\/|\\/.test(name)))
    return false
  let left = maxUnpackedBytes
  for (const entry of entries) {
    const unpackedBytes = await unpack(bytes, entry, left)
    if (unpackedBytes === null) return false
    left -= unpackedBytes
  }
  return true
}

/** The entries as the central directory lists them; null when it is not a plain zip of a sane size. */
function readZipDirectory(bytes: Buffer): ZipEntry[] | null {
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0 || end + 22 > bytes.length) return null
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count === 0 || count > maxEntries) return null
  const entries: ZipEntry[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) return null
    const nameBytes = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.subarray(at + 46, at + 46 + nameBytes).toString('utf8'),
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** How much it unpacks to, counted and not believed; null when it is broken or more than `maxBytes`. */
async function unpack(bytes: Buffer, entry: ZipEntry, maxBytes: number): Promise<number | null> {
  const { offset, packedBytes, method } = entry
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50) return null
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + packedBytes > bytes.length) return null
  if (method === 0) return packedBytes <= maxBytes ? packedBytes : null
  if (method !== 8 || maxBytes <= 0) return null
  try {
    const unpacked = await inflate(bytes.subarray(start, start + packedBytes), { maxOutputLength: maxBytes })
    return unpacked.length
  } catch {
    return null
  }
}
