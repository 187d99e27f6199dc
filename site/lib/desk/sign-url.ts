/** Asks for an address of a private object; whoever may not read it gets a refusal in words. */
import type { HouseClient } from '#site/lib/supabase.ts'

const goodForSeconds = 60

export async function createSignedUrl(client: HouseClient, bucket: string, path: string) {
  const { data, error } = await client.storage.from(bucket).createSignedUrl(path, goodForSeconds)
  if (!error) return { url: data.signedUrl, error: null }
  return { url: null, error: { code: '42501', message: 'This file is not there, or not for you to open.' } }
}
