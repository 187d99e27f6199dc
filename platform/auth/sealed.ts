// Secrets that are needed again in clear rest sealed in the database (JWE, A256GCM): a copy of it does not give them away.
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { AuthContext } from './context.ts'

type Sealer = Pick<AuthContext, 'sealSecret'>

export function seal({ sealSecret }: Sealer, text: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(sealSecret)
}

export async function unseal({ sealSecret }: Sealer, sealed: string): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, sealSecret)
  return new TextDecoder().decode(plaintext)
}
