/** What everybody in the admin area has to know before their work; how it is said is loaded when there is something. */
import { useQuery } from '@tanstack/react-query'
import type { AdminNotice } from '#domain/admin/admin.ts'
import { useRole } from '#site/account/role.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'

const NoticeList = loadPart(async () => (await import('./notice-list.tsx')).NoticeList)

const refreshMs = 60_000

export function AdminNotices() {
  const { role } = useRole()
  const query = useQuery({
    queryKey: ['admin_notices'],
    queryFn: () => callAdmin<AdminNotice[]>('admin_notices'),
    refetchInterval: refreshMs,
    enabled: role !== null,
  })
  const notices = query.data ?? []
  return notices.length === 0 ? null : <NoticeList notices={notices} />
}
