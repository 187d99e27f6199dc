/** Money above what one person records, settles or grants alone: it counts when a second person has confirmed it. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { MoneyEntry } from '#domain/admin/admin.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { Notice } from '#site/ui/panel.tsx'

/** Loaded for the few orders that have one. */
const MoneyEntryNotice = loadPart(async () => (await import('./money-entry.tsx')).MoneyEntryNotice)

export const moneyEntriesQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'money-entries', orderId],
    queryFn: () => callAdmin<MoneyEntry[]>('list_money_entries', { order_id: orderId }),
  })

/** What of one kind waits for a second person. */
export function useWaitingKobo(orderId: string, kind: MoneyEntry['kind']): number {
  const entries = useQuery(moneyEntriesQuery(orderId)).data ?? []
  return entries.reduce((sum, entry) => (entry.kind === kind ? sum + entry.amount_kobo : sum), 0)
}

export function MoneyEntries({ orderId, openKobo }: { orderId: string; openKobo: number }) {
  const query = useQuery(moneyEntriesQuery(orderId))
  if (query.isError)
    return (
      <Notice kind="warn">
        What waits for a second person could not be loaded. Please look again before you enter a line.
      </Notice>
    )
  return query.data?.map((entry) => <MoneyEntryNotice key={entry.id} entry={entry} openKobo={openKobo} />)
}
