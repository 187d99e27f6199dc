// What was sent as a guest comes into the account that has proved its address or number. Whose a person of the vault is, and
// what of them is shown, changes here alone: the old seals are judged, and the new ones written with the change.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type DatabaseError, findDatabaseRefusal } from '#domain/refusals.ts'
import type { ClaimedRegistration } from '#domain/registrations/intake.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { RefusedError } from '#server/http/answers.ts'
import type { Vault } from '#server/vault/vault.ts'

/** `token`: this one alone, or a refusal. `tokens`: links that stood on this browser's screen; all that is proved comes. */
export const claimRequest = z.union([
  z.object({ token: z.string().max(200) }),
  z.object({ tokens: z.array(z.string().max(200)).max(50) }),
])

export interface ClaimOptions {
  database: Database
  vault: Vault
}

/** Someone of the vault whom a registration of this account's leads to. */
interface Claimable {
  person_id: string
  sealed_for: string | null
  seal: Buffer | null
  is_shown: boolean
  records: { type: string; id: string; isShown: boolean; linkHash: string | null; seal: string | null }[]
}

interface NewSeals {
  before: string
  seal: string
  isShown: boolean
  records: { type: string; id: string; seal: string }[]
}

/** A registration or a link may come, or change, while we seal. */
const maxTries = 3

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

export async function claimRegistrations(
  options: ClaimOptions,
  userId: string,
  request: z.output<typeof claimRequest>,
): Promise<ClaimedRegistration[]> {
  const { database } = options
  const hashes = ('token' in request ? [request.token] : request.tokens).map(hashToken)
  for (let tries = 1; ; tries++) {
    try {
      const seals = JSON.stringify(await sealClaims(options, userId, hashes))
      if ('tokens' in request) {
        const { rows } = await queryAsServiceRole<{ claimed: ClaimedRegistration[] }>(
          database,
          'select private.claim_registrations($1, $2, $3) as claimed',
          [userId, hashes, seals],
        )
        return rows[0]?.claimed ?? []
      }
      const { rows } = await queryAsServiceRole<{ claimed: ClaimedRegistration }>(
        database,
        'select private.claim_tracked_registration($1, $2, $3) as claimed',
        [userId, hashes[0], seals],
      )
      return rows.map(({ claimed }) => claimed)
    } catch (error) {
      const { hint, message } = error as DatabaseError
      if (hint === 'seal_again' && tries < maxTries) continue
      // The database's own sentence, which says what to do.
      const refusal = findDatabaseRefusal(error as DatabaseError)
      if (refusal?.code === 'forbidden') throw new RefusedError('forbidden', message ? { message } : {})
      if (refusal?.code === 'not_found') throw new RefusedError('not_found')
      throw error
    }
  }
}

/** By person. Whose seals do not hold is left out, and the database claims nothing of theirs. */
async function sealClaims(
  { database, vault }: ClaimOptions,
  userId: string,
  hashes: readonly string[],
): Promise<Record<string, NewSeals>> {
  const list = async () => {
    const { rows } = await queryAsServiceRole<Claimable & Record<string, unknown>>(
      database,
      'select * from private.list_claims($1, $2)',
      [userId, hashes],
    )
    return rows
  }
  let result = await list()
  const { isGoodPerson, isGoodRecord, sealPerson, sealRecord } = await vault.seals()
  const unsealed = result.filter(({ seal }) => seal === null).map(({ person_id }) => person_id)
  if (unsealed.length > 0) {
    await vault.sealPeople(unsealed)
    result = await list()
  }
  const seals: Record<string, NewSeals> = {}
  for (const { person_id: personId, sealed_for: sealedFor, seal, is_shown: counts, records } of result) {
    const broken = records.find(
      (record) =>
        !isGoodRecord({
          ...record,
          personId,
          sealedFor,
          seal: record.seal ? Buffer.from(record.seal, 'base64') : null,
        }),
    )
    // Only a guest is claimed: anyone who was sealed for an account is that account's.
    const isGuest = sealedFor === null && isGoodPerson({ id: personId, userId: null, sealedFor, seal })
    if (!isGuest || !seal || broken) {
      const { type, id } = broken ?? records[0] ?? { type: '', id: personId }
      await vault.noteBrokenSeal({ personId, recordType: type, recordId: id })
      continue
    }
    // Which link was on the sender's screen is sealed: nobody adds one of their own.
    const isShown = counts && records.every(({ linkHash }) => linkHash !== null && hashes.includes(linkHash))
    seals[personId] = {
      before: seal.toString('base64'),
      seal: sealPerson(personId, userId).toString('base64'),
      isShown,
      records: records.map(({ type, id, linkHash }) => ({
        type,
        id,
        seal: sealRecord({ type, id, personId, sealedFor: userId, isShown, linkHash }).toString('base64'),
      })),
    }
  }
  return seals
}
