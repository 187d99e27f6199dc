// Buckets: who may store what, and how much. Policies on storage.buckets decide who may manage them.
import { invalidFileSizeLimit, invalidMimeType, invalidParameter, notSupported, tooLarge } from './errors.ts'
import { checkBucketName } from './names.ts'
import type { Statement } from './transact.ts'

export interface BucketRow {
  id: string
  public: boolean
  /** pg gives bigint as text. */
  file_size_limit: string | null
  allowed_mime_types: string[] | null
}

/** For the service itself, whatever the caller may see. */
export function findBucket(id: string): Statement {
  return {
    name: 'storage_find_bucket',
    text: `select id, public, file_size_limit, allowed_mime_types from storage.buckets
      where id = $1 and type = 'STANDARD'`,
    values: [id],
  }
}

const shown = `id, name, owner, public, created_at, updated_at, type::text, allowed_mime_types,
  file_size_limit::float8 as file_size_limit`

export function getBucket(id: string): Statement {
  return {
    name: 'storage_get_bucket',
    text: `select ${shown} from storage.buckets where id = $1`,
    values: [id],
  }
}

export interface ListBuckets {
  limit: number | undefined
  offset: number
  search: string
  column: 'id' | 'name' | 'created_at' | 'updated_at'
  order: 'asc' | 'desc'
}

export function listBuckets({ limit, offset, search, column, order }: ListBuckets): Statement {
  return {
    name: `storage_list_buckets_${column}_${order}`,
    text: `select ${shown} from storage.buckets where $1 = '' or position(lower($1) in lower(name)) > 0
      order by ${column} ${order} limit $2 offset $3`,
    values: [search, limit ?? null, offset],
  }
}

export interface BucketSettings {
  public: boolean | undefined
  fileSizeLimit: number | null | undefined
  allowedMimeTypes: string[] | null | undefined
}

export function insertBucket(id: string, owner: string | undefined, settings: BucketSettings): Statement {
  return {
    name: 'storage_insert_bucket',
    text: `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
      values ($1, $1, case when $2 ~ '^[0-9a-f-]{36}$' then $2::uuid end, $2, $3, $4, $5)`,
    values: [
      id,
      owner ?? null,
      settings.public ?? false,
      settings.fileSizeLimit ?? null,
      settings.allowedMimeTypes ?? null,
    ],
  }
}

/** Fields that are not sent stay as they are. */
export function updateBucket(id: string, settings: BucketSettings): Statement {
  return {
    name: 'storage_update_bucket',
    text: `update storage.buckets set updated_at = now(), public = coalesce($2, public),
        file_size_limit = case when $3 then $4 else file_size_limit end,
        allowed_mime_types = case when $5 then $6 else allowed_mime_types end
      where id = $1 returning id`,
    values: [
      id,
      settings.public ?? null,
      settings.fileSizeLimit !== undefined,
      settings.fileSizeLimit ?? null,
      settings.allowedMimeTypes !== undefined,
      settings.allowedMimeTypes ?? null,
    ],
  }
}

export function deleteBucket(id: string): Statement {
  return {
    name: 'storage_delete_bucket',
    text: 'delete from storage.buckets where id = $1 returning id',
    values: [id],
  }
}

export function hasObjects(id: string): Statement {
  return {
    name: 'storage_has_objects',
    text: 'select exists (select from storage.objects where bucket_id = $1) as result',
    values: [id],
  }
}

/** From the JSON of a create or update request. */
export function readBucket(body: Record<string, unknown>, largest: number): BucketSettings {
  const { type, versioning_status: versioning } = body
  if (type !== undefined && type !== null && type !== 'STANDARD')
    throw notSupported(String(type).toLowerCase())
  if (versioning === 'ENABLED') throw notSupported('versioning')
  if (body.public !== undefined && typeof body.public !== 'boolean')
    throw invalidParameter('body/public must be boolean')
  return {
    public: body.public,
    fileSizeLimit: readSizeLimit(body.file_size_limit, largest),
    allowedMimeTypes: readTypes(body.allowed_mime_types),
  }
}

export function readBucketName(body: Record<string, unknown>): string {
  const name = body.id ?? body.name
  if (typeof name !== 'string' || (body.name !== undefined && body.name !== name))
    throw invalidParameter("body must have required property 'name'")
  checkBucketName(name)
  return name
}

const units: Record<string, number> = { gb: 1e9, mb: 1e6, kb: 1e3, b: 1 }

function readSizeLimit(value: unknown, largest: number): number | null | undefined {
  if (value === undefined || value === null) return value
  const bytes = typeof value === 'number' ? value : parseSize(value)
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw invalidFileSizeLimit()
  if (bytes > largest) throw tooLarge()
  return bytes
}

function parseSize(value: unknown): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)$/i.exec(String(value)) ?? []
  if (number === undefined) throw invalidFileSizeLimit()
  return Math.round(Number(number) * (units[unit.toLowerCase()] ?? 1))
}

function readTypes(value: unknown): string[] | null | undefined {
  if (value === undefined || value === null) return value
  if (!Array.isArray(value)) throw invalidParameter('body/allowed_mime_types must be array')
  const types = value.filter((type) => type !== '')
  for (const type of types)
    if (typeof type !== 'string' || !/^(\*\/\*|[\w.+-]+\/(\*|[\w.+-]+))$/.test(type))
      throw invalidMimeType(String(type))
  return types
}
