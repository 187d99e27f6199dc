/** The member's own secrets in clear: where they stand, and what the member may request. */
import { queryOptions } from '@tanstack/react-query'
import { type OwnSecrets, ownSecretsPaths } from '#domain/account/own-secrets.ts'
import { callServer } from '#site/lib/call-server.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export function ownSecretsQuery(userId: string) {
  return queryOptions({
    queryKey: ['own-secrets', userId],
    queryFn: async (): Promise<OwnSecrets> => {
      const client = await getSupabase()
      const { data, error } = await client.rpc('my_own_secrets')
      if (error) throw error
      return data as unknown as OwnSecrets
    },
  })
}

export async function requestSecrets(code: string): Promise<void> {
  await callServer('POST', ownSecretsPaths.request, { code })
}

export async function cancelRequest(): Promise<void> {
  await callServer('POST', ownSecretsPaths.cancel)
}

export async function requestThaw(code: string): Promise<void> {
  await callServer('POST', ownSecretsPaths.thaw, { code })
}
