/** A request to correct taken back, within the seconds in which its mail waits. */
import type { QueryClient } from '@tanstack/react-query'
import { readDatabaseSentence } from '#domain/refusals.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { reach } from '#site/admin/reach.ts'
import { refetch } from '#site/admin/refetch.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { toast } from '#site/ui/toast.tsx'

export async function takeBackCorrection(
  queries: QueryClient,
  table: string,
  requestId: number,
  putBack: () => void,
): Promise<void> {
  try {
    const { error } = await reach(async () =>
      rpcAdmin(await getSupabase(), 'undo_correction', { request_id: requestId }),
    )
    if (error) toast.error('Not undone', undefined, readDatabaseSentence(error) ?? 'Please try again.')
    else {
      putBack()
      toast.success('Request undone', 'Nothing is to be corrected, and no mail has left.')
    }
  } catch (error) {
    toast.error('Not undone', undefined, error instanceof Error ? error.message : undefined)
  }
  await reach(() => refetch(queries, [table])).catch(() => {})
}
