// Signed URLs: a token names one object and what may be done with it until when.
import { hkdfSync, randomUUID } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { invalidSignature, invalidToken } from './errors.ts'

export interface DownloadGrant {
  /** bucket/key */
  url: string
  /** For images: how it is to be rendered. */
  transformations?: string | undefined
  versionId?: string | undefined
}

export interface UploadGrant {
  url: string
  upsert: boolean
  owner?: string | undefined
}

export interface Signer {
  signDownload(grant: DownloadGrant, seconds: number): Promise<string>
  signUpload(grant: UploadGrant, seconds: number): Promise<string>
  /** Both throw a StorageError unless the token is good for this very object. */
  verifyDownload(token: string, url: string): Promise<DownloadGrant & { expiresAt: Date }>
  verifyUpload(token: string, url: string): Promise<UploadGrant & { id: string; expiresAt: Date }>
}

/** Longer ones are not ours. */
const longestToken = 8192

export function createSigner(secret: string, clock: () => Date): Signer {
  // A key of its own: these tokens must not pass for sessions, nor sessions for them.
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'storage signed urls', 32))

  function sign(kind: 'download' | 'upload', grant: DownloadGrant | UploadGrant, seconds: number) {
    const now = Math.floor(clock().getTime() / 1000)
    return new SignJWT({ ...grant, kind })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(key)
  }

  async function verify(kind: string, token: string, url: string): Promise<JWTPayload & { url: string }> {
    if (token.length > longestToken) throw invalidToken('Invalid JWT')
    const { payload } = await jwtVerify<{ url: string; kind: string }>(token, key, {
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'jti'],
      currentDate: clock(),
    }).catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? invalidToken(error.message) : error
    })
    if (payload.kind !== kind || payload.url !== url) throw invalidSignature()
    return payload
  }

  const endOf = ({ exp = 0 }: JWTPayload) => new Date(exp * 1000)
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

  return {
    signDownload: (grant, seconds) => sign('download', grant, seconds),
    signUpload: (grant, seconds) => sign('upload', grant, seconds),
    async verifyDownload(token, url) {
      const payload = await verify('download', token, url)
      const { transformations, versionId } = payload
      return {
        url,
        transformations: textOf(transformations),
        versionId: textOf(versionId),
        expiresAt: endOf(payload),
      }
    },
    async verifyUpload(token, url) {
      const payload = await verify('upload', token, url)
      const { owner, upsert, jti = '' } = payload
      return { url, owner: textOf(owner), upsert: upsert === true, id: jti, expiresAt: endOf(payload) }
    },
  }
}
