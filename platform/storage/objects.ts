// The statements on storage.objects. Each runs as the caller, so that the project's policies decide.
import type { Statement } from './transact.ts'

export interface ObjectMetadata {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: number
  contentEncoding?: string
}

/** The wrapped key of an object's version, as the statement of `ObjectEncryption.find` answers it: its maker reads the rest. */
export interface FoundKey extends Record<string, unknown> {
  version: string
}

export interface ObjectRow {
  id: string
  bucket_id: string
  name: string
  version: string
  metadata: ObjectMetadata | null
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  foundKey?: FoundKey | undefined
}

export interface NewObject {
  id: string
  bucket: string
  key: string
  /** The subject of the caller's token. */
  owner: string | undefined
  version: string
  metadata: ObjectMetadata
  userMetadata: Record<string, unknown> | null
}

/** insert: the name must be free. upsert: as upload with `upsert`. replace: as `update`. */
export type WriteMode = 'insert' | 'upsert' | 'replace'

const columns = 'id, bucket_id, name, version, metadata, user_metadata, created_at, updated_at'

/** `versionId`: only if that is still the object's version. */
export function findObject(bucket: string, key: string, versionId: string | undefined): Statement {
  return {
    name: 'storage_find_object',
    text: `select ${columns} from storage.objects
      where bucket_id = $1 and name = $2 and ($3::text is null or version = $3)`,
    values: [bucket, key, versionId ?? null],
  }
}

export function findNames(bucket: string, keys: string[]): Statement {
  return {
    name: 'storage_find_names',
    text: 'select name from storage.objects where bucket_id = $1 and name = any($2)',
    values: [bucket, keys],
  }
}

const target = '(id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)'
const input = '$1::uuid, $2::text, $3::text, $4::uuid, $5::text, $6::text, $7::jsonb, $8::jsonb'
const overwrite = `on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
  version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata`
// As the statement read it; a version that a concurrent upload put in between is left to the sweep.
const previous = `(select o.version from storage.objects o where o.bucket_id = $2 and o.name = $3) as previous`

const writes: Record<WriteMode, { name: string; text: string }> = {
  // Without `returning`, which would demand the right to read.
  insert: { name: 'storage_insert_object', text: `insert into storage.objects ${target} values (${input})` },
  upsert: {
    name: 'storage_upsert_object',
    text: `insert into storage.objects ${target} values (${input}) ${overwrite} returning id, ${previous}`,
  },
  // Anyone who may update an object need not be allowed to create one.
  replace: {
    name: 'storage_replace_object',
    text: `with updated as (
        update storage.objects set owner = $4::uuid, owner_id = $5::text, version = $6::text, metadata = $7::jsonb,
          user_metadata = $8::jsonb
        where bucket_id = $2::text and name = $3::text returning id
      ), created as (
        insert into storage.objects ${target} select ${input} where not exists (select from updated) ${overwrite}
        returning id
      )
      select id, ${previous} from (select id from updated union all select id from created) as written`,
  },
}

export function writeObject(object: NewObject, mode: WriteMode): Statement {
  const { id, bucket, key, owner, version, metadata, userMetadata } = object
  const values = [
    id,
    bucket,
    key,
    owner !== undefined && isUuid(owner) ? owner : null,
    owner ?? null,
    version,
    JSON.stringify(metadata),
    userMetadata ? JSON.stringify(userMetadata) : null,
  ]
  return { ...writes[mode], values }
}

/** Answers the moved object's row; none when it is not there or may not be moved. `newVersion`: its bytes were written again. */
export function moveObject(
  from: { bucket: string; key: string },
  to: { bucket: string; key: string },
  versionId: string | undefined,
  newVersion?: string,
): Statement {
  return {
    name: 'storage_move_object',
    text: `update storage.objects set bucket_id = $3, name = $4, version = coalesce($6, version)
      where bucket_id = $1 and name = $2 and ($5::text is null or version = $5) returning ${columns}`,
    values: [from.bucket, from.key, to.bucket, to.key, versionId ?? null, newVersion ?? null],
  }
}

/** The same object with other bytes of the same content; none when it was replaced or removed meanwhile. */
export function replaceVersion(id: string, before: string, after: string): Statement {
  return {
    name: 'storage_replace_version',
    text: 'update storage.objects set version = $3 where id = $1 and version = $2',
    values: [id, before, after],
  }
}

export function deleteObjects(bucket: string, entries: { key: string; versionId?: string }[]): Statement {
  return {
    name: 'storage_delete_objects',
    text: `delete from storage.objects o using unnest($2::text[], $3::text[]) as wanted (name, version)
      where o.bucket_id = $1 and o.name = wanted.name and (wanted.version is null or wanted.version = o.version)
      returning o.name, o.bucket_id, o.owner, o.owner_id, o.version, o.id, o.updated_at, o.created_at,
        o.last_accessed_at, o.metadata, o.user_metadata`,
    values: [bucket, entries.map(({ key }) => key), entries.map(({ versionId }) => versionId ?? null)],
  }
}

/** One batch of a bucket that is being emptied. */
export function deleteSomeObjects(bucket: string, max: number): Statement {
  return {
    name: 'storage_delete_some_objects',
    text: `delete from storage.objects where id in (select id from storage.objects where bucket_id = $1 limit $2)
      returning version`,
    values: [bucket, max],
  }
}

/** Remembers that an upload token was used; fails as a duplicate when it was before. */
export function useUploadToken(id: string, expiresAt: Date): Statement {
  return {
    name: 'storage_use_upload_token',
    text: 'insert into storage.used_upload_tokens (id, expires_at) values ($1, $2)',
    values: [id, expiresAt],
  }
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
