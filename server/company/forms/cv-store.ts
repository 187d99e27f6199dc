// CVs in their private bucket: put there by the service itself, since no visitor can, and swept when no row names them.

import { type DocumentType, documentTypes } from '#domain/file-types.ts'
import type { Database } from '#platform/database/database.ts'
import type { PhotoStore } from '#server/files/photo-store.ts'
import { removeOrphans } from '#server/files/remove-orphans.ts'

const batch = 200

export interface CvStore {
  put(path: string, bytes: Buffer, kind: DocumentType): Promise<void>
  remove(path: string): Promise<void>
  /** Removes those older than a day that no application names; answers how many. */
  purge(): Promise<number>
}

export function createCvStore({
  database,
  store,
}: {
  database: Database
  store: Pick<PhotoStore, 'replace' | 'remove'>
}): CvStore {
  return {
    put: (path, bytes, kind) => store.replace(path, bytes, documentTypes[kind]),
    remove: (path) => store.remove([path]),
    purge: () =>
      removeOrphans(database, store, 'select name from private.find_orphan_cvs($1, $2) as name', batch),
  }
}
