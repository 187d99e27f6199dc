/** What waits in each place of the admin area, as the database counts it; refetched with the lists. */
import { useQuery } from '@tanstack/react-query'
import type { PlaceCounts } from '#domain/admin/admin.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { adminRefreshMs } from '#site/admin/records/list-records.ts'
import { countsKey } from '#site/admin/refetch.ts'

export const placeCountsKey = [...countsKey, 'places'] as const

export function usePlaceCounts() {
  return useQuery({
    queryKey: placeCountsKey,
    queryFn: () => callAdmin<PlaceCounts>('admin_places'),
    refetchInterval: adminRefreshMs,
  })
}
