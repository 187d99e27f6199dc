// Access to a photo or a document of a record: written down first, then an address that is good for a minute.
import type { Hono } from 'hono'
import { z } from 'zod'
import { accessedThings, adminRecordTypes, pollSeconds } from '#domain/admin/admin.ts'
import { selfieBucket } from '#domain/registrations/intake.ts'
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { findRevealed } from '#server/vault/secrets-of.ts'
import type { Vault } from '#server/vault/vault.ts'

export const accessRequest = z.object({
  recordType: z.enum(adminRecordTypes),
  recordId: z.uuid(),
  what: z.enum(accessedThings),
  path: z.string().max(300).optional(),
  reason: z.string().max(2000).optional(),
})
type AccessRequest = z.output<typeof accessRequest>

export interface AccessOptions {
  database: Database
  vault: Vault
  services: Pick<Hono, 'request'>
  secretKey: string
}

interface Place {
  bucket: string
  path: string
  /** What the file was called by the person who sent it; its path is a number. */
  name?: string
}

/** Null: the file is not there any more. */
export async function access(
  options: AccessOptions,
  caller: Caller,
  address: string,
  request: AccessRequest,
): Promise<string | null> {
  const place =
    request.what === 'photo'
      ? await findPhoto(options, caller, address, request)
      : await findDocument(options, caller, address, request)
  return place && sign(options, place)
}

async function findDocument(
  { database }: AccessOptions,
  caller: Caller,
  address: string,
  { recordType, recordId, what, path }: AccessRequest,
): Promise<Place> {
  const { rows } = await runAs(
    database,
    caller,
    {
      text: 'select public.record_access($1, $2, $3, $4) as place',
      values: [recordType, recordId, what, path ?? null],
    },
    { headers: { 'x-forwarded-for': address } },
  )
  const { place } = rows[0] as { place: Place }
  if (what === 'cv') return { ...place, name: await findCvName(database, recordId) }
  return what === 'message_file' ? { ...place, name: await findMessageFileName(database, place.path) } : place
}

async function findMessageFileName(database: Database, path: string): Promise<string | undefined> {
  const { rows } = await queryAsServiceRole<{ name: string }>(
    database,
    'select name from public.message_files where path = $1',
    [path],
  )
  return rows[0]?.name
}

async function findCvName(database: Database, id: string): Promise<string | undefined> {
  const { rows } = await queryAsServiceRole<{ cv_name: string }>(
    database,
    'select cv_name from public.job_applications where id = $1',
    [id],
  )
  return rows[0]?.cv_name
}

/** Where a person's photo lies is known to the vault alone: its own ledger takes the entry, with the reason. */
async function findPhoto(
  { database, vault }: AccessOptions,
  caller: Caller,
  address: string,
  { recordType, recordId, reason }: AccessRequest,
): Promise<Place | null> {
  const { rows: entries } = await runAs(
    database,
    caller,
    {
      text: `select public.reveal_secret($1, $2, 'selfie', $3) as id`,
      values: [recordType, recordId, reason ?? ''],
    },
    { headers: { 'x-forwarded-for': address } },
  )
  const secret = await findRevealed(database, (entries[0] as { id: string }).id)
  if (!secret) return null
  const path = await vault.unseal(secret, { recordType, recordId, field: 'selfie' })
  return { bucket: selfieBucket, path }
}

const signed = z.object({ signedURL: z.string() })

async function sign(
  { services, secretKey }: AccessOptions,
  { bucket, path, name }: Place,
): Promise<string | null> {
  const response = await services.request(`/storage/v1/object/sign/${bucket}/${path}`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ expiresIn: pollSeconds }),
  })
  if (response.status === 404 || response.status === 400) return null
  // The name is in the path; the status says enough.
  if (!response.ok) throw new Error(`storage answered ${response.status} when an address was to be signed`)
  const { signedURL } = signed.parse(await response.json())
  return `/storage/v1${signedURL}${name ? `&download=${encodeURIComponent(name)}` : ''}`
}
