// An authenticator in software, for what no browser would do: it signs whatever it is given. One key, P-256.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface Deviation {
  /** The origin of the calling page. */
  origin?: string
  rpId?: string
  challenge?: string
  userVerified?: boolean
  /** What it says of how often it was used. */
  counter?: number
  crossOrigin?: boolean
  userHandle?: string
  /** Claims to be of a maker, with certificates. */
  certificate?: Buffer
}

type Options = { challenge: ArrayBuffer | Uint8Array | string }

export class Authenticator {
  readonly credentialId = randomBytes(32)
  counter = 0
  readonly #origin: string
  readonly #privateKey: KeyObject
  readonly #coseKey: Buffer

  constructor(origin: string) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // RFC 9053: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    this.#coseKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 32]),
      Buffer.from(y, 'base64url'),
    ])
  }

  /** Answers `navigator.credentials.create`. */
  create(options: Options, deviation: Deviation = {}) {
    const attested = Buffer.concat([
      Buffer.alloc(16), // AAGUID: of no maker
      Buffer.from([0, this.credentialId.length]),
      this.credentialId,
      this.#coseKey,
    ])
    const authData = this.#authenticatorData(deviation, attested)
    const { certificate } = deviation
    const statement = certificate
      ? Buffer.concat([text('packed'), text('attStmt'), map(3), text('alg'), Buffer.from([0x26])])
      : Buffer.concat([text('none'), text('attStmt'), map(0)])
    const signed = certificate
      ? [text('sig'), bytes(randomBytes(64)), text('x5c'), Buffer.from([0x81]), bytes(certificate)]
      : []
    const attestationObject = Buffer.concat([
      map(3),
      text('fmt'),
      statement,
      ...signed,
      text('authData'),
      bytes(authData),
    ])
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', options, deviation),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Answers `navigator.credentials.get`. */
  get(options: Options, deviation: Deviation = {}) {
    this.counter += 1
    const authData = this.#authenticatorData(deviation)
    const clientDataJSON = this.#clientData('webauthn.get', options, deviation)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signature = sign('sha256', Buffer.concat([authData, hash]), this.#privateKey)
    return this.#answer({
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      ...(deviation.userHandle && { userHandle: Buffer.from(deviation.userHandle).toString('base64url') }),
    })
  }

  #answer<Response>(response: Response) {
    const id = this.credentialId.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #clientData(type: string, { challenge }: Options, deviation: Deviation): string {
    const data = {
      type,
      challenge:
        deviation.challenge ??
        (typeof challenge === 'string'
          ? challenge
          : Buffer.from(new Uint8Array(challenge)).toString('base64url')),
      origin: deviation.origin ?? this.#origin,
      crossOrigin: deviation.crossOrigin ?? false,
    }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  #authenticatorData({ rpId, userVerified = true, counter }: Deviation, attested?: Buffer): Buffer {
    const head = Buffer.alloc(37)
    createHash('sha256')
      .update(rpId ?? new URL(this.#origin).hostname)
      .digest()
      .copy(head)
    // User present 1, user verified 4, attested credential data 64.
    head[32] = 1 | (userVerified ? 4 : 0) | (attested ? 64 : 0)
    head.writeUInt32BE(counter ?? this.counter, 33)
    return attested ? Buffer.concat([head, attested]) : head
  }
}

// CBOR (RFC 8949), as far as it is needed.
const map = (entries: number) => Buffer.from([0xa0 + entries])
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
function bytes(value: Buffer): Buffer {
  const head = Buffer.from([0x59, 0, 0])
  head.writeUInt16BE(value.length, 1)
  return Buffer.concat([head, value])
}
