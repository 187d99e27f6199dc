// While a backup is copied, bytes of removed objects stay, since its snapshot may still name them; the sweep comes later.
import type { Database } from '#platform/database/database.ts'
import { serviceRole, transact } from './transact.ts'

/** The advisory lock that a backup holds from before its snapshot until its last file. Any number, the same everywhere. */
export const backupLock = 7_262_025

/**
 * Called after the rows are gone for good. "No" can be relied on without holding anything: a backup that begins later has
 * a later snapshot, in which those rows are gone too.
 */
export async function isBackupRunning(database: Database): Promise<boolean> {
  const run = {
    name: 'storage_is_backup_running',
    text: 'select pg_try_advisory_xact_lock_shared($1::bigint) as free',
    values: [backupLock],
  }
  const [result] = await transact(database, [{ as: serviceRole, run }], { operation: 'storage.remove' })
  return result?.rows[0]?.free !== true
}
