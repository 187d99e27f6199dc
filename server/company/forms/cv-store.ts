// CVs in their private bucket: put there by the service itself, since no visitor can, and swept when no row names them.
import { type CvKind, cvTypes } from '#domain/company/job-applications.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import type { PhotoStore } from '#server/files/photo-store.ts'

const batch = 200

export interface CvStore {
  put(path: string, bytes: Buffer, kind: CvKind): Promise<void>
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
    put: (path, bytes, kind) => store.replace(path, bytes, cvTypes[kind]),
    remove: (path) => store.remove([path]),
    async purge() {
      let removed = 0
      let after = ''
      for (;;) {
        const { rows } = await queryAsServiceRole<{ name: string }>(
          database,
          'select name from private.find_orphan_cvs($1, $2) as name',
          [after, batch],
        )
        const names = rows.map(({ name }) => name)
        if (names.length === 0) return removed
        after = names.at(-1) ?? ''
        await store.remove(names)
        removed += names.length
      }
    },
  }
}
