// AES-256-GCM as the vault uses it: everything that is encrypted is bound to what it is, and its length reveals little.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { vaultMessages } from '#domain/vault.ts'
import type { MasterKey, MasterKeys } from './master-key.ts'

const algorithm = 'aes-256-gcm'
/** The first byte: what the authenticated text is. Form 1 of a secret names its person and field, form 2 its record too. */
const firstForm = 1
const boundForm = 2
const nonceBytes = 12
const tagBytes = 16
/** Secrets are padded to multiples of this: a BVN and a passport number have one length. */
const blockBytes = 32

/** It was not encrypted with this key, for this purpose, or was changed since. */
export class UnreadableSecretError extends Error {
  constructor() {
    super('this cannot be opened with the keys that there are')
    this.name = 'UnreadableSecretError'
  }
}

/** For the answer to a request: the vault cannot open what it holds, and says so. */
export function describeUnreadable(error: Error): { message?: string } {
  return error instanceof UnreadableSecretError ? { message: vaultMessages.unreadable } : {}
}

export function createDataKey(): Buffer {
  return randomBytes(32)
}

/** Version, nonce, encrypted bytes, tag. `purpose` is authenticated with them, and must be the same at decryption. */
function encryptBytes(key: Buffer, purpose: string, plain: Buffer, form = firstForm): Buffer {
  // A random nonce is safe for 2^32 uses of one key (NIST SP 800-38D, 8.3); a key here has tens.
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(purpose))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(form), nonce, body, cipher.getAuthTag()])
}

function decryptBytes(key: Buffer, purpose: string, sealed: Buffer, form = firstForm): Buffer {
  if (sealed[0] !== form || sealed.length < 1 + nonceBytes + tagBytes) throw new UnreadableSecretError()
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    throw new UnreadableSecretError()
  }
}

/** Where a secret belongs: authenticated with it, so that it opens nowhere else. */
export interface SecretPlace {
  personId: string
  recordType: string
  recordId: string
  field: string
}

const secretPurpose = ({ personId, recordType, recordId, field }: SecretPlace) =>
  `secret ${boundForm} ${personId} ${recordType} ${recordId} ${field}`
const firstPurpose = ({ personId, field }: SecretPlace) => `secret ${personId} ${field}`

/** Whether the ciphertext names its record; of those from before, nobody knows which record they are of. */
export function isBound(sealed: Buffer): boolean {
  return sealed[0] === boundForm
}

export function encryptSecret(dataKey: Buffer, place: SecretPlace, secret: string): Buffer {
  const text = Buffer.from(secret)
  const length = Math.ceil((text.length + 1) / blockBytes) * blockBytes
  // As ISO/IEC 7816-4 pads: a byte 0x80 after the text, then zeros.
  const padded = Buffer.alloc(length)
  text.copy(padded)
  padded[text.length] = 0x80
  return encryptBytes(dataKey, secretPurpose(place), padded, boundForm)
}

export function decryptSecret(dataKey: Buffer, place: SecretPlace, sealed: Buffer): string {
  return unpad(decryptBytes(dataKey, secretPurpose(place), sealed, boundForm))
}

/** For secrets stored before records were named. Anyone who calls this has seen that its person was never sealed. */
export function decryptUnboundSecret(dataKey: Buffer, place: SecretPlace, sealed: Buffer): string {
  return unpad(decryptBytes(dataKey, firstPurpose(place), sealed))
}

function unpad(padded: Buffer): string {
  return padded.subarray(0, padded.lastIndexOf(0x80)).toString()
}

/** A key under the master key; `owner` is whose or what for. */
export function wrapKey(master: MasterKey, owner: string, key: Buffer): Buffer {
  return encryptBytes(master.key, `key ${owner}`, key)
}

export function unwrapKey(keys: MasterKeys, owner: string, wrapped: Buffer, masterKeyId: string): Buffer {
  const master = [keys.current, ...keys.previous].find(({ id }) => id === masterKeyId)
  if (!master) throw new UnreadableSecretError()
  return decryptBytes(master.key, `key ${owner}`, wrapped)
}
