/** The member's rights over what is stored about them: to see, to take along, to take back, and to end it. */
import { queryOptions } from '@tanstack/react-query'
import { accountDeletionPath } from '#domain/account/account-deletion.ts'
import { type ConsentOnRecord, newsletterConsent } from '#domain/consents.ts'
import { photoAccessWords } from '#domain/photo-access-words.ts'
import { type DataShape, dataShapes, type Reveal, vaultPaths } from '#domain/vault.ts'
import { callServer } from '#site/lib/call-server.ts'
import { toServerError } from '#site/lib/database-error.ts'
import { getSupabase } from '#site/lib/supabase.ts'

/** More than anybody's list is long; the export has everything. */
const maxShown = 200

export function revealsQuery(userId: string) {
  return queryOptions({
    queryKey: ['my-vault-reveals', userId],
    queryFn: async (): Promise<readonly Reveal[]> => {
      const client = await getSupabase()
      const { data, error } = await client
        .from('my_vault_reveals')
        .select('id,record_type,field,reason,actor_name,actor_role,created_at')
        .order('created_at', { ascending: false })
        .limit(maxShown)
      if (error) throw error
      return data.map((row) => ({
        id: row.id ?? '',
        at: row.created_at ?? '',
        field: row.field ?? '',
        // Without a role it was none of staff: the photo was seen by the link, before the registration was in the account.
        ...(row.actor_role === null
          ? { ...photoAccessWords, role: '' }
          : {
              reason: row.reason ?? '',
              who: row.actor_name ?? 'Somebody of our staff',
              role: row.actor_role,
            }),
      }))
    },
  })
}

/** One line for each purpose and application; the newsletter's is one, valid as long as it is for any address of the member. */
export function consentsQuery(userId: string) {
  return queryOptions({
    queryKey: ['my-consents', userId],
    queryFn: async (): Promise<readonly ConsentOnRecord[]> => {
      const client = await getSupabase()
      const { data, error } = await client
        .from('my_consents')
        .select(
          'purpose,record_type,record_id,reference,is_given,is_renewable,is_over,text_version,created_at',
        )
        .order('is_given', { ascending: false })
        .order('created_at', { ascending: false })
      if (error) throw error
      const lines = new Map<string, ConsentOnRecord>()
      for (const row of data) {
        const purpose = row.purpose ?? ''
        const record =
          row.record_id && row.record_type && purpose !== newsletterConsent.purpose
            ? { type: row.record_type, id: row.record_id, reference: row.reference }
            : undefined
        const line = `${purpose} ${record?.id ?? ''}`
        if (lines.has(line)) continue
        lines.set(line, {
          purpose,
          ...(record && { record }),
          isGiven: row.is_given ?? false,
          isRenewable: row.is_renewable ?? false,
          isOver: row.is_over ?? false,
          textVersion: row.text_version ?? '',
          createdAt: row.created_at ?? '',
        })
      }
      return [...lines.values()]
    },
  })
}

export async function withdrawConsent(consent: ConsentOnRecord): Promise<void> {
  const client = await getSupabase()
  const { error } = await client.rpc('withdraw_consent', nameConsent(consent))
  if (error) throw toServerError(error)
}

export async function renewConsent(consent: ConsentOnRecord): Promise<void> {
  const client = await getSupabase()
  const { error } = await client.rpc('renew_consent', nameConsent(consent))
  if (error) throw toServerError(error)
}

/** The consent of its record alone. */
const nameConsent = ({ purpose, record }: ConsentOnRecord) => ({
  purpose,
  ...(record && { record_id: record.id }),
})

export function fetchMyData(shape: DataShape, signal: AbortSignal): Promise<Response> {
  return callServer('GET', vaultPaths.export + dataShapes[shape], undefined, { signal })
}

/** Answers the references of what was erased. */
export async function eraseMyData(): Promise<string[]> {
  const client = await getSupabase()
  const { data, error } = await client.from('my_registrations').select('reference')
  if (error) throw toServerError(error)
  await callServer('POST', vaultPaths.erase)
  return data.flatMap(({ reference }) => reference ?? [])
}

export async function deleteMyAccount(input: { confirmation: string; code: string }): Promise<void> {
  await callServer('POST', accountDeletionPath, input)
}

/** Orders that are agreed and not completed: nobody could be reached about them any more. */
export function openOrdersQuery(userId: string) {
  return queryOptions({
    queryKey: ['orders', 'open', userId],
    queryFn: async () => {
      const client = await getSupabase()
      const { count, error } = await client
        .from('orders')
        .select('id', { count: 'exact', head: true })
        .eq('user_id', userId)
        .eq('status', 'approved')
      if (error) throw error
      return count ?? 0
    },
  })
}
