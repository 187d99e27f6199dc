// Purges what no row names any more: bytes of interrupted uploads, of lost races and of rows deleted by hand.
import { isBackupRunning } from './backup-hold.ts'
import type { StorageContext } from './context.ts'
import { serviceRole, transact } from './transact.ts'

/** An upload's bytes are there before its row: none takes this long. */
const graceMs = 24 * 60 * 60 * 1000
const batch = 500

/** Answers how many versions were purged. */
export async function sweepOrphans(context: StorageContext): Promise<number> {
  const { driver, images, clock, database } = context
  const before = new Date(clock().getTime() - graceMs)
  await driver.removeUnfinished(before)
  let purged = 0
  let old: string[] = []
  const purge = async () => {
    const orphans = await findOrphans(context, old)
    old = []
    // Called after the rows are gone: the next sweep comes for what a backup holds.
    if (orphans.length === 0 || (await isBackupRunning(database))) return
    await driver.remove(orphans)
    await images.forget(orphans)
    purged += orphans.length
  }
  for await (const { version, modifiedAt } of driver.list()) {
    if (modifiedAt >= before) continue
    old.push(version)
    if (old.length >= batch) await purge()
  }
  await purge()
  // Renditions lie on this machine, whichever process removed the object.
  const rendered = await images.versions()
  for (let start = 0; start < rendered.length; start += batch)
    await images.forget(await findOrphans(context, rendered.slice(start, start + batch)))
  const forget = {
    name: 'storage_forget_upload_tokens',
    text: 'delete from storage.used_upload_tokens where expires_at < $1',
    values: [clock()],
  }
  await transact(database, [{ as: serviceRole, run: forget }], { operation: 'storage.sweep' })
  return purged
}

async function findOrphans({ database }: StorageContext, versions: string[]): Promise<string[]> {
  if (versions.length === 0) return []
  const run = {
    name: 'storage_find_orphans',
    text: `select version from unnest($1::text[]) as stored (version)
      where not exists (select from storage.objects o where o.version = stored.version)`,
    values: [versions],
  }
  const [result] = await transact(database, [{ as: serviceRole, run }], { operation: 'storage.sweep' })
  return (result?.rows ?? []).map(({ version }: { version: string }) => version)
}
