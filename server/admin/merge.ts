// Two registrations of one person made one: the database judges and does it in one transaction; then the photo of the younger goes.
import { z } from 'zod'
import { registrationRecordTypes } from '#domain/record-types.ts'
import { revealReasonLimits } from '#domain/vault.ts'
import type { Caller } from '#platform/database/caller.ts'
import { runAs } from '#platform/database/run-as.ts'
import { type EraseOptions, openPhotoPaths, removePhotos } from '#server/vault/erase.ts'
import { listRecordSecrets } from '#server/vault/secrets-of.ts'

export const mergeRequest = z.object({
  recordType: z.enum(registrationRecordTypes),
  recordId: z.uuid(),
  otherId: z.uuid(),
  reason: z.string().max(revealReasonLimits.max * 4),
  /** What compare_registrations answered: of the two as they were read. */
  seen: z.string().max(64),
})

/** Which reference goes on, and which is a part of it now. */
export interface MergeAnswer {
  older: string
  younger: string
}

/** As the caller, whose right the database judges; rejects with its refusal, and then nothing was opened or changed. */
export async function mergeRegistrations(
  options: EraseOptions,
  caller: Caller,
  address: string,
  { recordType, recordId, otherId, reason, seen }: z.output<typeof mergeRequest>,
): Promise<MergeAnswer> {
  const { database } = options
  const values = [recordType, recordId, otherId, reason, seen]
  const run = (name: 'check_merge' | 'merge_registrations') =>
    runAs(
      database,
      caller,
      { text: `select private.${name}($1, $2, $3, $4, $5) as answer`, values },
      { headers: { 'x-forwarded-for': address } },
    )
  const checked = await run('check_merge')
  const { answer: youngerId } = checked.rows[0] as { answer: string }
  // Where the photo lies is to be read before the vault forgets it. After a crash in between, the nightly purge removes it.
  const paths = await openPhotoPaths(
    options.vault,
    await listRecordSecrets(database, recordType, youngerId, 'erasure'),
  )
  const { rows } = await run('merge_registrations')
  await removePhotos(options, paths)
  return (rows[0] as { answer: MergeAnswer }).answer
}
