// Files of messages: looked at, put into their private bucket by the service itself, read for a mail, and swept when no message names them.

import { randomUUID } from 'node:crypto'
import { type ConversationType, messageFileBytesMax, messageFileTypes } from '#domain/admin/conversations.ts'
import { makeStorable } from '#domain/text.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { cleanDocument } from '#server/files/clean-files.ts'
import type { PhotoStore } from '#server/files/photo-store.ts'
import { removeOrphans } from '#server/files/remove-orphans.ts'

const batch = 200

/** As it is stored: its path in the bucket, and its name as people read it, with the ending of what it is. */
export interface StoredFile {
  path: string
  name: string
  type: string
  bytes: number
}

export interface MessageFiles {
  /** Null: no kind that we take, or too large. */
  put(recordId: string, name: string, bytes: Buffer): Promise<StoredFile | 'active' | null>
  /** For a message that this member of staff is writing; `file` was put before. */
  keep(
    file: StoredFile,
    record: { recordType: ConversationType; recordId: string },
    by: string,
  ): Promise<void>
  /** Null: it is not there any more. */
  read(path: string): Promise<Buffer | null>
  /** Removes those older than a day that no message names; answers how many. */
  purge(): Promise<number>
}

export function createMessageFiles({
  database,
  store,
}: {
  database: Database
  store: Pick<PhotoStore, 'read' | 'replace' | 'remove'>
}): MessageFiles {
  return {
    async put(recordId, name, bytes) {
      const clean = await cleanDocument(bytes)
      if (!clean || clean === 'active') return clean
      if (clean.bytes.length > messageFileBytesMax) return null
      const path = `${recordId}/${randomUUID()}`
      await store.replace(path, clean.bytes, clean.type)
      return { path, name: nameFile(name, clean.type), type: clean.type, bytes: clean.bytes.length }
    },
    async keep(file, record, by) {
      await queryAsServiceRole(database, 'select private.add_message_file($1, $2)', [
        JSON.stringify({ ...file, ...record }),
        by,
      ])
    },
    read: (path) => store.read(path),
    purge: () =>
      removeOrphans(
        database,
        store,
        'select name from private.find_orphan_message_files($1, $2) as name',
        batch,
      ),
  }
}

/** Without what a file system or a mail program would read as more than a name, and with the ending of its true type. */
function nameFile(name: string, type: string): string {
  const base = makeStorable(name)
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .trim()
  const ending = Object.entries(messageFileTypes).find(([, known]) => known === type)?.[0] ?? 'pdf'
  return `${[...base].slice(0, 150).join('') || 'File'}.${ending}`
}
