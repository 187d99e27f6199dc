// The keys of an installation: set, or derived from its one secret, so that every server process has the same.
import { createECDH, createHash, createHmac, hkdfSync } from 'node:crypto'
import { calculateJwkThumbprint, type JWK, SignJWT } from 'jose'
import type { ApiKeys, PlatformSettings } from '../settings.ts'

export async function deriveApiKeys({
  jwtSecret,
  keys,
}: Pick<PlatformSettings, 'jwtSecret' | 'keys'>): Promise<ApiKeys> {
  return {
    publishableKey: keys.publishableKey ?? opaqueKey('sb_publishable_', jwtSecret),
    secretKey: keys.secretKey ?? opaqueKey('sb_secret_', jwtSecret),
    anonKey: keys.anonKey ?? (await legacyKey('anon', jwtSecret)),
    serviceRoleKey: keys.serviceRoleKey ?? (await legacyKey('service_role', jwtSecret)),
  }
}

/** A secret of its own for one purpose. */
export function derivedSecret(jwtSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', jwtSecret, '', `auth ${purpose}`, 32))
}

// As Supabase writes them: 22 random characters, then 8 by which a mistyped key is noticed.
function opaqueKey(prefix: string, jwtSecret: string): string {
  const random = createHmac('sha256', jwtSecret).update(`api key ${prefix}`).digest('base64url').slice(0, 22)
  const check = createHash('sha256').update(`${prefix}${random}`).digest('base64url').slice(0, 8)
  return `${prefix}${random}_${check}`
}

/** A key that changed from start to start would be none: its end is a fixed day (2100-01-01). */
const legacyKeysEndAt = 4_102_444_800

function legacyKey(role: 'anon' | 'service_role', jwtSecret: string): Promise<string> {
  return new SignJWT({ iss: 'supabase', role, exp: legacyKeysEndAt })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(jwtSecret))
}

const p256Order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** An ES256 key out of the secret: 384 bits reduced to 1 … n-1 (FIPS 186-5, A.2.1). */
export async function deriveSigningKey(jwtSecret: string): Promise<JWK> {
  const bytes = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'auth signing key ES256', 48))
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (p256Order - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(d)
  // Uncompressed point: 0x04, x, y.
  const point = curve.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: d.toString('base64url'),
    alg: 'ES256',
  }
  return { ...jwk, kid: await calculateJwkThumbprint(jwk) }
}
