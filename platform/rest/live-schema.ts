// Holds the schema cache: reads it at the start, again on NOTIFY pgrst, and serves the old one meanwhile.
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { schemaNotLoaded } from './errors.ts'
import { loadSchema } from './load-schema.ts'
import type { SchemaCache } from './schema-cache.ts'

export interface LiveSchema {
  /** The facts to serve a request by; waits only before the first have been read. */
  current(): SchemaCache | Promise<SchemaCache>
  reload(): Promise<void>
  /** Reads again in the background, at most every few seconds: the database knows what the cache does not. */
  suspectStale(): void
  close(): Promise<void>
}

const suspicionPauseMs = 5_000

export function createLiveSchema(options: {
  database: Database
  schemas: readonly string[]
  log: Log
  onChange: () => void
}): LiveSchema {
  const { database, schemas, log, onChange } = options
  let cache: SchemaCache | undefined
  let loading: Promise<SchemaCache> | undefined
  let queued: Promise<void> | undefined
  let suspectedAt = 0

  const load = (): Promise<SchemaCache> => {
    loading ??= loadSchema(database.rest, schemas)
      .then((fresh) => {
        cache = fresh
        onChange()
        return fresh
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }

  const reload = (): Promise<void> => {
    // A read that began before the change may have missed it, so one more follows it.
    queued ??= (loading ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        queued = undefined
        return load()
      })
      .then(() => undefined)
    return queued
  }

  const reloadInBackground = () => {
    reload().catch((error: Error) => log.warn({ reason: error.message }, 'could not reload the schema cache'))
  }

  // https://docs.postgrest.org/en/v13/references/schema_cache.html#schema-cache-reloading-with-notify
  const listening = database.listen('pgrst', (payload) => {
    if (payload === '' || payload === 'reload schema' || payload === 'reload config') reloadInBackground()
  })
  listening.catch((error: Error) => log.warn({ reason: error.message }, 'cannot listen for schema changes'))
  load().catch((error: Error) => log.warn({ reason: error.message }, 'could not read the schema yet'))

  return {
    current: () =>
      cache ??
      load().catch(() => {
        throw schemaNotLoaded()
      }),
    reload,
    suspectStale() {
      const now = Date.now()
      if (now - suspectedAt < suspicionPauseMs) return
      suspectedAt = now
      reloadInBackground()
    },
    async close() {
      const stop = await listening.catch(() => undefined)
      await stop?.().catch(() => undefined)
      await loading?.catch(() => undefined)
    },
  }
}
