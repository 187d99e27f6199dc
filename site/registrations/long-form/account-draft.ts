/** The draft of someone who is signed in, on their account: begun on the phone, finished at an admin area. */
import type { Json } from '#domain/database.generated.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import type { FormValues } from './definition.ts'

interface AccountDraft {
  values: FormValues
  reached: number
}

export async function readAccountDraft(
  form: string,
): Promise<{ content: AccountDraft; savedAt: Date } | null> {
  const client = await getSupabase()
  const { data } = await client
    .from('registration_drafts')
    .select('answers,step,updated_at')
    .eq('form', form)
    .maybeSingle()
  if (!data) return null
  const values = (data.answers ?? {}) as FormValues
  return { content: { values, reached: data.step }, savedAt: new Date(data.updated_at) }
}

/** Only a comfort: what cannot be stored there is still stored on the device. */
export async function saveAccountDraft(form: string, userId: string, draft: AccountDraft): Promise<void> {
  const client = await getSupabase()
  await client
    .from('registration_drafts')
    .upsert({ user_id: userId, form, answers: draft.values as Json, step: draft.reached })
}

export async function removeAccountDraft(form: string): Promise<void> {
  const client = await getSupabase()
  await client.from('registration_drafts').delete().eq('form', form)
}
