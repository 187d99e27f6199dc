// The bytes of objects for anyone who knows the object: encrypted in the buckets that are named, as they are in all others.
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { type ByteRange, MissingVersionError, type StorageDriver } from './drivers/driver.ts'
import {
  beginningBytes,
  DamagedObjectError,
  decryptStream,
  encryptStream,
  looksEncrypted,
} from './encrypted-stream.ts'
import type { FoundKey, ObjectMetadata } from './objects.ts'
import { type Statement, serviceRole, transact } from './transact.ts'

/** Which object a key is for: it opens for no other name, bucket or version. */
export interface KeyPurpose {
  bucket: string
  name: string
  version: string
}

/** Keys of objects, stored by the application that runs the services. Without it nothing is encrypted, as upstream. */
export interface ObjectEncryption {
  isEncrypted(bucket: string): boolean
  createKey(): Buffer
  /**
   * Stores the key, wrapped; run as the service in the transaction that makes the object, after its row is there. Fails
   * with P0002 when there is no such object.
   */
  save(key: Buffer, purpose: KeyPurpose): Statement
  /** Finds the wrapped key of the object that has this name now; no row when none has. Run as the service. */
  find(bucket: string, name: string): Statement
  /** Null: the object is in clear, since it is older than its bucket's encryption. */
  open(purpose: KeyPurpose, match: FoundKey): Buffer | null
  /** A batch of the objects that are in clear and should not be, in the order of their ids; and how many there are. */
  listClear(afterId: string, batch: number): Promise<(StoredObject & { id: string })[]>
  countClear(): Promise<number>
}

export interface StoredObject {
  bucket_id: string
  name: string
  version: string
  metadata: Pick<ObjectMetadata, 'size'> | null
  /** Where it was requested together with the object. */
  foundKey?: FoundKey | undefined
}

interface Place {
  bucket: string
  key: string
}

export interface ObjectBytes {
  isEncrypted(bucket: string): boolean
  /** What to select together with an object, as the service, to save a query; undefined where there is no key. */
  findKey(bucket: string, name: string): Statement | undefined
  /** Answers what the transaction that makes the object has to run, after the object's own statement. */
  write(target: Place, version: string, bytes: AsyncIterable<Uint8Array>): Promise<Statement[]>
  /** Rejects with a MissingVersionError before any byte when there is none, or the object has changed meanwhile. */
  read(object: StoredObject, range?: ByteRange): Promise<ReadableStream<Uint8Array>>
  /** As `write`. */
  copy(source: StoredObject, target: Place, version: string): Promise<Statement[]>
  /** What a move has to run after its statement, and the new version where the bytes had to be written again. */
  move(source: StoredObject, target: Place): Promise<{ version?: string; statements: Statement[] }>
}

export function createObjectBytes(options: {
  database: Database
  driver: StorageDriver
  encryption?: ObjectEncryption | undefined
  log: Log
}): ObjectBytes {
  const { database, driver, encryption, log } = options
  const isEncrypted = (bucket: string) => encryption?.isEncrypted(bucket) ?? false

  /** Null: in clear. Found as long as the row is: a key that is there for another version is of what replaced the object. */
  async function keyOf(object: StoredObject): Promise<Buffer | null> {
    const { bucket_id: bucket, name, version } = object
    if (!encryption || !isEncrypted(bucket)) return null
    const match = object.foundKey ?? (await lookUp(encryption.find(bucket, name)))
    if (match?.version !== version) throw new MissingVersionError(version)
    return encryption.open({ bucket, name, version }, match)
  }

  async function lookUp(run: Statement): Promise<FoundKey | undefined> {
    const [result] = await transact(database, [{ as: serviceRole, run }], { operation: 'storage.object.key' })
    return result?.rows[0]
  }

  async function read(object: StoredObject, range?: ByteRange): Promise<ReadableStream<Uint8Array>> {
    const { version } = object
    const size = object.metadata?.size ?? 0
    const key = await keyOf(object)
    const wanted = range ?? { start: 0, end: size - 1 }
    try {
      if (!key) {
        if (isEncrypted(object.bucket_id) && size > 0) await refuseEncrypted(version)
        return await driver.read(version, range)
      }
      return await decryptStream({ key, version, size }, wanted, (part) => driver.read(version, part))
    } catch (error) {
      if (error instanceof DamagedObjectError) log.error({ version }, 'the bytes of an object are damaged')
      throw error
    }
  }

  /** For an object without a key: one that has lost it is neither answered as it lies nor encrypted once more. */
  async function refuseEncrypted(version: string): Promise<void> {
    const beginning = await driver.read(version, { start: 0, end: beginningBytes - 1 })
    if (looksEncrypted(new Uint8Array(await new Response(beginning).arrayBuffer())))
      throw new DamagedObjectError(version)
  }

  /** Opened when the first byte is requested: a write that fails before has nothing to close. */
  async function* bytesOf(object: StoredObject): AsyncGenerator<Uint8Array> {
    if (object.metadata?.size === 0) return
    yield* await read(object)
  }

  async function write(
    { bucket, key: name }: Place,
    version: string,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<Statement[]> {
    if (!encryption || !isEncrypted(bucket)) {
      await driver.write(version, bytes)
      return []
    }
    const key = encryption.createKey()
    await driver.write(version, encryptStream(key, version, bytes))
    return [encryption.save(key, { bucket, name, version })]
  }

  return {
    isEncrypted,
    findKey: (bucket, name) => (isEncrypted(bucket) ? encryption?.find(bucket, name) : undefined),
    write,
    read,
    async copy(source, target, version) {
      if (isEncrypted(source.bucket_id) || isEncrypted(target.bucket))
        return write(target, version, bytesOf(source))
      await driver.copy(source.version, version)
      return []
    },
    async move(source, target) {
      const wasEncrypted = isEncrypted(source.bucket_id)
      if (encryption && wasEncrypted && isEncrypted(target.bucket)) {
        const key = await keyOf(source)
        const { version } = source
        return {
          statements: key ? [encryption.save(key, { bucket: target.bucket, name: target.key, version })] : [],
        }
      }
      if (wasEncrypted === isEncrypted(target.bucket)) return { statements: [] }
      const version = randomUUID()
      return { version, statements: await write(target, version, bytesOf(source)) }
    },
  }
}
