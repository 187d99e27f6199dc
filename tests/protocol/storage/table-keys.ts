// Keys of objects in a table of their own, for a project whose buckets are all encrypted: the least that an application has to do.
import { randomBytes } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import type { ObjectEncryption, StoredObject } from '#platform/storage/object-bytes.ts'
import { serviceRole, transact } from '#platform/storage/transact.ts'

/** Every bucket by default. */
export interface TableKeysOptions {
  database: Database
  isEncrypted?: (bucket: string) => boolean
}

export const tableKeysSql = `
  create table public.object_keys (version text primary key, bucket text, name text, key bytea not null);
  grant all on public.object_keys to service_role;
  create function public.keep_key(bucket text, name text, version text, key bytea) returns void language plpgsql
  as $$ begin
    perform from storage.objects as o where o.bucket_id = $1 and o.name = $2 and o.version = $3 for update;
    if not found then raise exception 'There is no such file' using errcode = 'P0002'; end if;
    insert into public.object_keys as k values ($3, $1, $2, $4)
    on conflict on constraint object_keys_pkey do update set bucket = $1, name = $2, key = $4;
  end $$;
  create function public.drop_key() returns trigger language plpgsql security definer
  as $$ begin delete from public.object_keys where version = old.version; return null; end $$;
  create trigger drop_key_with_row after delete on storage.objects
    for each row execute function public.drop_key();
  create trigger drop_key_with_version after update of version on storage.objects
    for each row when (old.version is distinct from new.version) execute function public.drop_key();`

const clear = `from storage.objects as o where version is not null
  and not exists (select from public.object_keys as k where k.version = o.version)`

export function createTableKeys({ database, isEncrypted = () => true }: TableKeysOptions): ObjectEncryption {
  const query = async (name: string, text: string, values: unknown[]) => {
    const run = { name, text, values }
    return (await transact(database, [{ as: serviceRole, run }], { operation: 'keys' }))[0]?.rows ?? []
  }
  return {
    isEncrypted,
    createKey: () => randomBytes(32),
    save: (key, { bucket, name, version }) => ({
      name: 'keys_keep',
      text: 'select public.keep_key($1, $2, $3, $4)',
      values: [bucket, name, version, key],
    }),
    find: (bucket, name) => ({
      name: 'keys_find',
      text: `select o.version, key, k.bucket = $1 and k.name = $2 as is_for_this from storage.objects as o
        left join public.object_keys as k on k.version = o.version where o.bucket_id = $1 and o.name = $2`,
      values: [bucket, name],
    }),
    open(_, result) {
      if (result.is_for_this === false) throw new Error('this key is for another object')
      return result.key as Buffer | null
    },
    async listClear(afterId, batch) {
      const rows: (StoredObject & { id: string })[] = await query(
        'keys_clear',
        `select id, bucket_id, name, version, metadata ${clear} and id > $1 order by id limit $2`,
        [afterId, batch],
      )
      return rows.filter(({ bucket_id }) => isEncrypted(bucket_id))
    },
    countClear: async () =>
      (await query('keys_count', `select bucket_id ${clear}`, [])).filter(({ bucket_id }) =>
        isEncrypted(bucket_id),
      ).length,
  }
}
