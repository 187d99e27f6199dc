// Portraits of the board, pictures of projects, and the logo: drawn again from what an editor brings, public from the start under a name nobody guesses,
// and shown on a page once the draft that names one is published.
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { cleanLogo, cleanPhoto } from '#server/files/clean-photo.ts'
import type { PhotoStore } from '#server/files/photo-store.ts'

export const boardPhotoBucket = 'board-photos'
/** Twice as large as a page shows it, for fine screens. */
const stored = { edgePixels: 640, bytes: 200_000 }
const batch = 200
const folder = `/storage/v1/object/public/${boardPhotoBucket}/`

export interface BoardPhotos {
  /** The address of the picture on this site; null: it is none that we take. */
  save(bytes: Buffer, as?: 'photo' | 'logo'): Promise<string | null>
  /** A picture by that address; null: it is none of these. */
  read(path: string): Promise<Buffer | null>
  /** Removes those that no member has and no draft names; answers how many. */
  purge(): Promise<number>
}

export function createBoardPhotos({
  database,
  store,
}: {
  database: Database
  store: Pick<PhotoStore, 'read' | 'replace' | 'remove'>
}): BoardPhotos {
  return {
    async save(bytes, as = 'photo') {
      const drawn = as === 'logo' ? await cleanLogo(bytes, stored) : await cleanPhoto(bytes, stored)
      if (!drawn) return null
      const name = `${randomUUID()}.${as === 'logo' ? 'png' : 'jpg'}`
      await store.replace(name, drawn, as === 'logo' ? 'image/png' : 'image/jpeg')
      return `${folder}${name}`
    },
    async read(path) {
      const name = path.startsWith(folder) ? path.slice(folder.length) : ''
      return /^[\w-]+\.(?:png|jpg)$/.test(name) ? store.read(name) : null
    },
    async purge() {
      const { rows } = await queryAsServiceRole<{ name: string }>(
        database,
        'select name from private.find_orphan_board_photos($1) as name',
        [batch],
      )
      await store.remove(rows.map(({ name }) => name))
      return rows.length
    },
  }
}
