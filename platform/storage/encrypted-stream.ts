// An object's bytes under a key of its own, in chunks that are authenticated one by one, so that a part can be read alone.
// The construction is STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015) over AES-256-GCM: the nonce of a chunk holds its
// place and whether it is the last, so that chunks can be neither left out nor moved nor cut off at the end.
import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto'
import type { ByteRange } from './drivers/driver.ts'
import { giveBack } from './give-back.ts'

const algorithm = 'aes-256-gcm'
const chunkBytes = 64 * 1024
const tagBytes = 16
/** States what the bytes are, and their form; it is authenticated with every chunk. */
const header = Buffer.from('encrypted object', 'latin1')

/** Whether a file that begins so was encrypted here; `beginningBytes` of it are enough. */
export const looksEncrypted = (beginning: Uint8Array) => header.equals(beginning)
export const beginningBytes = header.length

/** The bytes are not those that were written, or not with this key for this version. */
export class DamagedObjectError extends Error {
  constructor(version: string, cause?: unknown) {
    super(`the bytes of version ${version} are not what was written`, { cause })
    this.name = 'DamagedObjectError'
  }
}

/** A key encrypts one version and no other bytes, so the nonces of its chunks need no random part. */
function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(place, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

const none = Buffer.alloc(0)
const authenticated = (version: string) => Buffer.concat([header, Buffer.from(version)])

/** Takes each piece over and frees it; what it gives belongs to anyone who takes it. */
export async function* encryptStream(
  key: Buffer,
  version: string,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const aad = authenticated(version)
  // Created once: Node would inspect a plain buffer for each chunk.
  const secret = createSecretKey(key)
  let place = 0
  /** Parts of the chunk that is being filled, and the pieces that end in it. */
  let parts: Uint8Array[] = []
  let length = 0
  let spent: Uint8Array[] = []
  const encrypt = (isLast: boolean): Uint8Array[] => {
    const cipher = createCipheriv(algorithm, secret, nonceOf(place, isLast), { authTagLength: tagBytes })
    cipher.setAAD(aad)
    const encrypted = parts.map((part) => cipher.update(part))
    cipher.final()
    encrypted.push(cipher.getAuthTag())
    spent.forEach(giveBack)
    place += 1
    parts = []
    length = 0
    spent = []
    return encrypted
  }
  yield Buffer.from(header)
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; ) {
      // A full chunk waits for the next byte: only then it is known that it is not the last.
      if (length === chunkBytes) yield* encrypt(false)
      const part = piece.subarray(at, at + chunkBytes - length)
      parts.push(part)
      length += part.length
      at += part.length
    }
    spent.push(piece)
  }
  yield* encrypt(true)
}

export interface EncryptedObject {
  key: Buffer
  version: string
  /** The size of the clear bytes, at least one. */
  size: number
}

/** The clear bytes of a range; `open` reads the encrypted ones. Nothing is returned that was not authenticated. */
export async function decryptStream(
  { key, version, size }: EncryptedObject,
  range: ByteRange,
  open: (range: ByteRange) => Promise<ReadableStream<Uint8Array>>,
): Promise<ReadableStream<Uint8Array>> {
  const aad = authenticated(version)
  const secret = createSecretKey(key)
  const [first, last] = [range.start, range.end].map((at) => Math.floor(at / chunkBytes)) as [number, number]
  const lastOfAll = Math.floor((size - 1) / chunkBytes)
  const endOf = (place: number) =>
    header.length + Math.min((place + 1) * chunkBytes, size) + (place + 1) * tagBytes
  const startOf = (place: number) => header.length + place * (chunkBytes + tagBytes)
  const sizeOf = (chunk: number) => endOf(chunk) - startOf(chunk)
  const source = (await open({ start: startOf(first), end: endOf(last) - 1 })).getReader()
  let place = first
  let held = none

  function decrypt(chunk: Uint8Array): Uint8Array {
    const nonce = nonceOf(place, place === lastOfAll)
    const decipher = createDecipheriv(algorithm, secret, nonce, { authTagLength: tagBytes })
    decipher.setAAD(aad)
    decipher.setAuthTag(chunk.subarray(-tagBytes))
    const clear = decipher.update(chunk.subarray(0, -tagBytes))
    try {
      decipher.final()
    } catch (error) {
      throw new DamagedObjectError(version, error)
    }
    const from = place * chunkBytes
    return clear.subarray(Math.max(0, range.start - from), Math.min(clear.length, range.end + 1 - from))
  }

  /** As many chunks as the next piece completes; none at the end. */
  async function next(): Promise<Uint8Array[]> {
    const result: Uint8Array[] = []
    while (place <= last && result.length === 0) {
      const { value, done } = await source.read()
      if (done) throw new DamagedObjectError(version)
      let at = 0
      for (let wanted = sizeOf(place); place <= last && held.length + value.length - at >= wanted; ) {
        const part = value.subarray(at, at + wanted - held.length)
        result.push(decrypt(held.length > 0 ? Buffer.concat([held, part]) : part))
        at += part.length
        held = none
        place += 1
        wanted = sizeOf(place)
      }
      if (at < value.length) held = Buffer.concat([held, value.subarray(at)])
      giveBack(value)
    }
    return result
  }

  const give = async () => {
    try {
      const result = await next()
      // To its end, so that a connection may be used again.
      if (place > last && !(await source.read()).done) await source.cancel()
      return result
    } catch (error) {
      await source.cancel().catch(() => {})
      throw error
    }
  }
  // The first chunk is read before there is an answer: what is damaged there is refused in time.
  let ready: Uint8Array[] | undefined = await give()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const result = ready ?? (await give())
        ready = undefined
        // One by one: putting them together would cost more in fresh memory than it spares in writes.
        for (const clear of result) controller.enqueue(clear)
        if (place > last) controller.close()
      },
      cancel: (reason) => source.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
