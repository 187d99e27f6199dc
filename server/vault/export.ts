// Everything that names a person, for that person: what the register of personal data lists, and what is secret.
import { withheldReasons } from '#domain/account/own-secrets.ts'
import { maskSecret } from '#domain/vault.ts'
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { UnreadableSecretError } from './ciphers.ts'
import {
  findPersonIds,
  listMasked,
  listOwnSecrets,
  type MaskedSecret,
  type PersonSecret,
} from './secrets-of.ts'
import type { Vault } from './vault.ts'

export interface ExportOptions {
  database: Database
  vault: Vault
  photos: { read(path: string): Promise<Buffer | null> }
  clock: () => Date
}

export interface PersonExport {
  exportedAt: string
  /** Null: someone without an account. */
  userId: string | null
  /** Secrets are whole where the database opens them for this session, and not of what was claimed by an address alone. */
  secretsInClear: boolean
  secrets: { recordType: string; recordId: string; field: string; value: string }[]
  /** Each as a data URL; where secrets are whole. */
  photos: { recordType: string; recordId: string; image: string }[]
  /** What is stored, and masked or left out here, each with the reason and the way to open it. */
  withheld: { recordType: string; recordId: string; field: string; why: string }[]
  /** Rows by table, as the database stores them, without what would open something. */
  tables: Record<string, Record<string, unknown>[]>
}

/** As the caller: the database judges, writes the entry in the ledger and mails the owner; then we read. */
export async function exportAccount(
  options: ExportOptions,
  userId: string,
  caller: Caller,
): Promise<PersonExport> {
  const { database } = options
  const { rows } = await runAs(database, caller, { text: 'select private.begin_own_export() as entry' })
  const { entry } = rows[0] as { entry: { id: string; inClear: boolean } }
  const personIds = await findPersonIds(database, userId)
  const tables = await readTables(options, userId, personIds)
  if (!entry.inClear) return exportMasked(options, userId, personIds, tables)
  const secrets = await listOwnSecrets(database, entry.id)
  const opened = await Promise.all(
    secrets.map(async (secret) => ({
      secret,
      value: secret.isShown ? await open(options, secret, userId) : null,
    })),
  )
  return {
    exportedAt: options.clock().toISOString(),
    userId,
    secretsInClear: true,
    secrets: opened
      .filter(({ secret }) => !isPhoto(secret))
      .map(({ secret, value }) => ({
        ...nameOf(secret),
        field: secret.field,
        value: value ?? maskSecret(secret.lastFour),
      })),
    photos: opened.flatMap(({ secret, value }) =>
      isPhoto(secret) && value !== null ? [{ ...nameOf(secret), image: value }] : [],
    ),
    withheld: opened.flatMap(({ secret, value }) =>
      value === null
        ? [withhold(secret, secret.isShown ? withheldReasons.unreadable : withheldReasons.claimed)]
        : [],
    ),
    tables,
  }
}

/**
 * Someone without an account, who has shown the link to their registration: what is secret stays masked. `photo`: they have shown
 * a code besides.
 */
export async function exportGuest(
  options: ExportOptions,
  personId: string,
  photo: PersonSecret | null,
): Promise<PersonExport> {
  const tables = await readTables(options, null, [personId])
  const masked = await exportMasked(options, null, [personId], tables)
  if (!photo) return masked
  const image = await open(options, photo, null)
  const isIt = (secret: PersonExport['withheld'][number]) =>
    isPhoto(secret) && secret.recordType === photo.recordType && secret.recordId === photo.recordId
  return {
    ...masked,
    photos: image === null ? [] : [{ ...nameOf(photo), image }],
    withheld: masked.withheld.flatMap((secret) => {
      if (!isIt(secret)) return [secret]
      return image === null ? [{ ...secret, why: withheldReasons.unreadable }] : []
    }),
  }
}

async function readTables(
  { database }: ExportOptions,
  userId: string | null,
  personIds: string[],
): Promise<PersonExport['tables']> {
  const { rows } = await queryAsServiceRole<{ tables: PersonExport['tables'] }>(
    database,
    'select private.export_person($1, $2) as tables',
    [userId, personIds],
  )
  return rows[0]?.tables ?? {}
}

/** Nothing that could be opened is even read. */
async function exportMasked(
  { database, clock }: ExportOptions,
  userId: string | null,
  personIds: string[],
  tables: PersonExport['tables'],
): Promise<PersonExport> {
  const secrets = await listMasked(database, personIds)
  return {
    exportedAt: clock().toISOString(),
    userId,
    secretsInClear: false,
    secrets: secrets
      .filter((secret) => !isPhoto(secret))
      .map(({ lastFour, ...secret }) => ({ ...secret, value: maskSecret(lastFour) })),
    photos: [],
    withheld: secrets.map((secret) => withhold(secret, findReason(secret, userId))),
    tables,
  }
}

function findReason(secret: MaskedSecret, userId: string | null): string {
  if (userId !== null) return withheldReasons.member
  return isPhoto(secret) ? withheldReasons.guestPhoto : withheldReasons.guest
}

const isPhoto = ({ field }: Pick<MaskedSecret, 'field'>) => field === 'selfie'
const nameOf = ({ recordType, recordId }: MaskedSecret) => ({ recordType, recordId })
const withhold = (secret: MaskedSecret, why: string) => ({ ...nameOf(secret), field: secret.field, why })

/**
 * The value, or the photo itself. One secret that cannot be opened must not cost the person all the others: null, and it
 * stays masked.
 */
async function open(
  { vault, photos }: ExportOptions,
  secret: PersonSecret,
  userId: string | null,
): Promise<string | null> {
  try {
    const value = await vault.unseal(secret, { userId })
    if (!isPhoto(secret)) return value
    const bytes = await photos.read(value)
    return bytes && asDataUrl(bytes)
  } catch (error) {
    if (error instanceof UnreadableSecretError) return null
    throw error
  }
}

/** Photos are stored as JPEG, whatever they came as. */
export function asDataUrl(jpeg: Buffer): string {
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}
