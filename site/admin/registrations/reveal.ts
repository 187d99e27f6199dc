/** Opening a secret. */
import { adminPaths } from '#domain/admin/admin.ts'
import { vaultPaths } from '#domain/vault.ts'
import { fetchJson } from '#site/lib/call-server.ts'

/** The photo's name in the vault. */
export const photoField = 'selfie'

/** A photo comes as an address that is good for a minute, everything else as it was typed; both accesses are written down. */
export async function reveal(table: string, id: string, field: string, reason: string): Promise<string> {
  const record = { recordType: table, recordId: id, reason }
  if (field === photoField) {
    return (await fetchJson<{ url: string }>('POST', adminPaths.access, { ...record, what: 'photo' })).url
  }
  return (await fetchJson<{ value: string }>('POST', vaultPaths.reveal, { ...record, field })).value
}
