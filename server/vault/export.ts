// Everything that names a person, for that person: what the register of personal data lists, and what is secret.
import { maskSecret } from '#domain/vault.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/as-service-role.ts'
import { UnreadableSecretError } from './ciphers.ts'
import { findPersonIds, listSecrets, type PersonSecret } from './secrets-of.ts'
import type { Vault } from './vault.ts'

export interface ExportOptions {
  database: Database
  vault: Vault
  photos: { read(path: string): Promise<Buffer | null> }
  clock: () => Date
}

export interface PersonExport {
  exportedAt: string
  /** Null: somebody without an account. */
  userId: string | null
  /** Secrets are whole only for a session with a second factor, and not of what was claimed by an address alone. */
  secretsInClear: boolean
  secrets: { recordType: string; recordId: string; field: string; value: string }[]
  /** Each as a data URL; with a second factor only. */
  photos: { recordType: string; recordId: string; image: string }[]
  /** Rows by table, as the database keeps them, without what would open something. */
  tables: Record<string, Record<string, unknown>[]>
}

export async function exportAccount(
  options: ExportOptions,
  userId: string,
  inClear: boolean,
): Promise<PersonExport> {
  return exportPerson(options, userId, await findPersonIds(options.database, userId), inClear)
}

/** Somebody without an account, who has shown the link to their registration: what is secret stays masked. */
export function exportGuest(options: ExportOptions, personId: string): Promise<PersonExport> {
  return exportPerson(options, null, [personId], false)
}

async function exportPerson(
  options: ExportOptions,
  userId: string | null,
  personIds: string[],
  inClear: boolean,
): Promise<PersonExport> {
  const { database, clock } = options
  const { rows } = await queryAsServiceRole<{ tables: PersonExport['tables'] }>(
    database,
    'select private.export_person($1, $2) as tables',
    [userId, personIds],
  )
  const secrets = await listSecrets(database, personIds)
  const photos = secrets.filter(({ field }) => field === 'selfie')
  const others = secrets.filter(({ field }) => field !== 'selfie')
  return {
    exportedAt: clock().toISOString(),
    userId,
    secretsInClear: inClear,
    secrets: others.map((secret) => ({
      ...nameOf(secret),
      field: secret.field,
      value: inClear && secret.isShown ? open(options.vault, secret) : maskSecret(secret.lastFour),
    })),
    photos: inClear
      ? (
          await Promise.all(photos.filter(({ isShown }) => isShown).map((photo) => readPhoto(options, photo)))
        ).flat()
      : [],
    tables: rows[0]?.tables ?? {},
  }
}

const nameOf = ({ recordType, recordId }: PersonSecret) => ({ recordType, recordId })

/** One secret that cannot be opened must not cost the person all the others. */
function open(vault: Vault, secret: PersonSecret): string {
  try {
    return vault.unseal(secret)
  } catch (error) {
    if (error instanceof UnreadableSecretError) return maskSecret(secret.lastFour)
    throw error
  }
}

async function readPhoto(
  { vault, photos }: ExportOptions,
  secret: PersonSecret,
): Promise<PersonExport['photos']> {
  const bytes = await photos.read(open(vault, secret))
  return bytes ? [{ ...nameOf(secret), image: asDataUrl(bytes) }] : []
}

/** Photos are kept as JPEG, whatever they came as. */
export function asDataUrl(jpeg: Buffer): string {
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}
