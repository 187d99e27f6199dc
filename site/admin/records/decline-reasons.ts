/** The reasons that are often used for a decline: those of a kind of record, then those for every kind. */
import { queryOptions } from '@tanstack/react-query'
import type { AdminRecordType } from '#domain/admin/admin.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export function declineReasonsQuery(recordType: AdminRecordType | undefined) {
  return queryOptions({
    queryKey: ['decline_reasons', recordType],
    enabled: recordType !== undefined,
    staleTime: 5 * 60_000,
    queryFn: async (): Promise<string[]> => {
      const { data, error } = await (await getSupabase())
        .from('decline_reasons')
        .select('record_type,body')
        .or(`record_type.eq.${recordType},record_type.is.null`)
        .order('record_type', { nullsFirst: false })
        .order('position')
        .limit(12)
      if (error) throw error
      return data.map(({ body }) => body)
    },
  })
}
