// One secret for one member of staff: the database judges and writes the entry first, as the caller; then we decrypt.
import { z } from 'zod'
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'
import { asDataUrl } from './export.ts'
import { findRevealed } from './secrets-of.ts'
import type { Vault } from './vault.ts'

export const revealRequest = z.object({
  recordType: z.string().max(60),
  recordId: z.uuid(),
  field: z.string().max(40),
  reason: z.string().max(2000),
})

export interface RevealOptions {
  database: Database
  vault: Vault
  photos: { read(path: string): Promise<Buffer | null> }
}

/** The secret; of a photo the picture itself, as a data URL. Null: it has just been erased. */
export async function reveal(
  { database, vault, photos }: RevealOptions,
  caller: Caller,
  { recordType, recordId, field, reason }: z.output<typeof revealRequest>,
): Promise<string | null> {
  const { rows: entries } = await runAs(database, caller, {
    text: 'select public.reveal_secret($1, $2, $3, $4) as id',
    values: [recordType, recordId, field, reason],
  })
  const secret = await findRevealed(database, (entries[0] as { id: string }).id)
  if (!secret) return null
  const value = await vault.unseal(secret, { recordType, recordId, field })
  if (field !== 'selfie') return value
  const photo = await photos.read(value)
  return photo && asDataUrl(photo)
}
