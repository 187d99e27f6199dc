// Access tokens: signed with the first key, verified with all of them; the secret itself verifies HS256.
import {
  type CryptoKey,
  calculateJwkThumbprint,
  errors,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { PlatformSettings } from '../settings.ts'
import { deriveSigningKey } from './keys.ts'

export interface Tokens {
  sign(claims: JWTPayload): Promise<string>
  /** The claims of a token that is genuine, in its time, and meant for us; throws jose's errors otherwise. */
  verify(token: string): Promise<JWTPayload>
  /** The public keys, for /.well-known/jwks.json. */
  publicKeys: JWK[]
}

/** Longer ones are refused unread. A token holds both metadata of its user (`userMetadataBytes` each) in base64. */
const longestToken = 12_288

interface Key {
  id: string | undefined
  alg: string
  signing: CryptoKey | Uint8Array
  verifying: CryptoKey | Uint8Array
  publicJwk: JWK | undefined
}

export async function createTokens(settings: PlatformSettings, clock: () => Date): Promise<Tokens> {
  const secret = new TextEncoder().encode(settings.jwtSecret)
  const secretKey: Key = {
    id: undefined,
    alg: 'HS256',
    signing: secret,
    verifying: secret,
    publicJwk: undefined,
  }
  const input = settings.signingKeys ?? [await deriveSigningKey(settings.jwtSecret)]
  const keys = [...(await Promise.all(input.map(readKey))), secretKey]
  const first = keys[0] ?? secretKey
  const algorithms = [...new Set(keys.map((key) => key.alg))]

  // The algorithm is the key's, never the token's own word: a public key is not taken for a shared secret.
  const findKey = (header: JWTHeaderParameters): CryptoKey | Uint8Array => {
    const named = keys.find((key) => key.id !== undefined && key.id === header.kid && key.alg === header.alg)
    const key = named ?? (header.alg === 'HS256' ? secretKey : undefined)
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key.verifying
  }

  return {
    publicKeys: keys.flatMap((key) => key.publicJwk ?? []),
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: first.alg, typ: 'JWT', ...(first.id && { kid: first.id }) })
        .sign(first.signing),
    async verify(token) {
      if (token.length > longestToken) throw new errors.JWTInvalid('the token is too long')
      const { payload } = await jwtVerify(token, findKey, {
        algorithms,
        currentDate: clock(),
        requiredClaims: ['exp'],
      })
      checkAudience(payload, settings.jwtAudience)
      return payload
    },
  }
}

// A user's token names its audience; those of other roles may go without, as Supabase's own keys do.
function checkAudience(payload: JWTPayload, expected: string): void {
  if (payload.aud === undefined && payload.role !== 'authenticated') return
  if ([payload.aud].flat().includes(expected)) return
  throw new errors.JWTClaimValidationFailed('unexpected "aud" claim value', payload, 'aud', 'check_failed')
}

async function readKey(jwk: JWK): Promise<Key> {
  const alg = jwk.alg ?? (jwk.kty === 'EC' ? 'ES256' : jwk.kty === 'RSA' ? 'RS256' : 'HS256')
  const id = jwk.kid ?? (await calculateJwkThumbprint(jwk))
  const { key_ops: _operations, use: _use, ext: _ext, ...bare } = jwk
  const signing = await importJWK(bare, alg)
  if (jwk.kty === 'oct') return { id, alg, signing, verifying: signing, publicJwk: undefined }
  const publicJwk = withoutPrivateParts(bare)
  const verifying = await importJWK(publicJwk, alg)
  return {
    id,
    alg,
    signing,
    verifying,
    publicJwk: { ...publicJwk, alg, kid: id, use: 'sig', key_ops: ['verify'] },
  }
}

function withoutPrivateParts(jwk: JWK): JWK {
  const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, oth: _oth, ...open } = jwk
  return open
}
