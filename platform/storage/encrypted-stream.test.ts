import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ByteRange } from './drivers/driver.ts'
import { DamagedObjectError, decryptStream, encryptStream } from './encrypted-stream.ts'

const chunk = 64 * 1024
const tag = 16
const head = 16
const key = randomBytes(32)
const version = randomUUID()

/** Copies, since anyone who takes a piece may free it. */
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size))
}
async function encrypt(bytes: Uint8Array, piece = 10_000): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(encryptStream(key, version, pieces(bytes, piece))))
}
/** As a driver answers: what there is of the range, in pieces. */
const opener =
  (stored: Uint8Array, piece = 100_000) =>
  async ({ start, end }: ByteRange) =>
    Readable.toWeb(
      Readable.from(pieces(stored.subarray(start, end + 1), piece)),
    ) as ReadableStream<Uint8Array>

async function decrypt(
  stored: Uint8Array,
  size: number,
  range: ByteRange = { start: 0, end: size - 1 },
  { piece = 100_000, as = version, by = key } = {},
): Promise<Buffer> {
  const stream = await decryptStream({ key: by, version: as, size }, range, opener(stored, piece))
  return Buffer.from(await new Response(stream).arrayBuffer())
}

const content = randomBytes(3 * chunk + 100)

describe('an encrypted stream', () => {
  it.each([1, 15, chunk - 1, chunk, chunk + 1, 2 * chunk, content.length])(
    'of %i bytes comes back, in whatever pieces it went and comes',
    async (size) => {
      const clear = content.subarray(0, size)
      for (const piece of [7919, chunk, 500_000])
        expect((await decrypt(await encrypt(clear, piece), size, undefined, { piece })).equals(clear)).toBe(
          true,
        )
    },
  )

  it('of nothing is one empty chunk', async () => {
    expect((await encrypt(Buffer.alloc(0))).length).toBe(head + tag)
  })

  it('gives any range, and reads no more than the chunks that it touches', async () => {
    const stored = await encrypt(content)
    const last = content.length - 1
    const place = fc.oneof(
      fc.integer({ min: 0, max: last }),
      fc.constantFrom(0, chunk - 1, chunk, chunk + 1, 2 * chunk, last),
    )
    await fc.assert(
      fc.asyncProperty(place, place, async (one, other) => {
        const range = { start: Math.min(one, other), end: Math.max(one, other) }
        let requested: ByteRange | undefined
        const stream = await decryptStream({ key, version, size: content.length }, range, (wanted) => {
          requested = wanted
          return opener(stored)(wanted)
        })
        const result = Buffer.from(await new Response(stream).arrayBuffer())
        expect(result.equals(content.subarray(range.start, range.end + 1))).toBe(true)
        const chunks = Math.floor(range.end / chunk) - Math.floor(range.start / chunk) + 1
        expect((requested?.end ?? 0) - (requested?.start ?? 0) + 1).toBeLessThanOrEqual(
          chunks * (chunk + tag),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('that is cut, also between two chunks, is an error and never a shorter file', async () => {
    const stored = await encrypt(content)
    for (const length of [head, head + 10, head + chunk + tag, head + 3 * (chunk + tag), stored.length - 1])
      await expect(decrypt(stored.subarray(0, length), content.length)).rejects.toThrow(DamagedObjectError)
    // A client that states a smaller size beside it is not believed either.
    await expect(decrypt(stored, 2 * chunk)).rejects.toThrow(DamagedObjectError)
    await expect(decrypt(stored, content.length - 1)).rejects.toThrow(DamagedObjectError)
  })

  it('whose chunks changed places, or were repeated, is an error', async () => {
    const stored = await encrypt(content)
    const part = (place: number) =>
      stored.subarray(head + place * (chunk + tag), head + (place + 1) * (chunk + tag))
    const [start, end] = [stored.subarray(0, head), stored.subarray(head + 3 * (chunk + tag))]
    for (const places of [
      [1, 0, 2],
      [0, 2, 1],
      [0, 0, 2],
    ])
      await expect(decrypt(Buffer.concat([start, ...places.map(part), end]), content.length)).rejects.toThrow(
        DamagedObjectError,
      )
  })

  it('opens with no other key, for no other version, and with no byte changed', async () => {
    const clear = content.subarray(0, 100)
    const stored = await encrypt(clear)
    await expect(decrypt(stored, 100, undefined, { as: randomUUID() })).rejects.toThrow(DamagedObjectError)
    await expect(decrypt(stored, 100, undefined, { by: randomBytes(32) })).rejects.toThrow(DamagedObjectError)
    for (let place = head; place < stored.length; place++) {
      const changed = Buffer.from(stored)
      changed[place] = (stored[place] ?? 0) ^ 1
      await expect(decrypt(changed, 100)).rejects.toThrow(DamagedObjectError)
    }
  })

  it('closes what it reads from when it fails, or when its reader leaves', async () => {
    const stored = await encrypt(content)
    for (const bytes of [stored, stored.subarray(0, head + chunk)]) {
      let closed = 0
      const open = async (range: ByteRange) => {
        const inner = (await opener(bytes)(range)).getReader()
        return new ReadableStream<Uint8Array>({
          async pull(controller) {
            const { value, done } = await inner.read()
            if (done) controller.close()
            else controller.enqueue(value)
            if (done) closed += 1
          },
          cancel() {
            closed += 1
          },
        })
      }
      const range = { start: 0, end: content.length - 1 }
      await decryptStream({ key, version, size: content.length }, range, open).then(
        (stream) => stream.cancel(),
        () => {},
      )
      expect(closed).toBe(1)
    }
  })
})
