/** What everybody in the admin area has to know before their work; how it is said is loaded when there is something. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { AdminNotice } from '#domain/admin/admin.ts'
import { formatCount } from '#domain/numbers.ts'
import { useRole } from '#site/account/role.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { Icon } from '#site/ui/icons.tsx'

const NoticeList = loadPart(async () => (await import('./notice-list.tsx')).NoticeList)

const refreshMs = 60_000

function useNotices(): readonly AdminNotice[] {
  const { role } = useRole()
  const query = useQuery({
    queryKey: ['admin_notices'],
    queryFn: () => callAdmin<AdminNotice[]>('admin_notices'),
    refetchInterval: refreshMs,
    enabled: role !== null,
  })
  return query.data ?? []
}

/** Written out, where nothing that is worked on stands below it. */
export function AdminNotices() {
  const notices = useNotices()
  return notices.length === 0 ? null : <NoticeList notices={notices} />
}

/** In the head of every page: as they come and go, the page below does not move. */
export function NoticesButton() {
  const id = useId()
  const notices = useNotices()
  if (notices.length === 0) return null
  const count = formatCount(notices.length)
  return (
    <>
      <button
        type="button"
        className="admin-bell admin-alert"
        popoverTarget={id}
        aria-label={`Needs attention: ${count}`}
      >
        <Icon name="alert" />
        <b aria-hidden="true">{count}</b>
      </button>
      <div id={id} popover="auto" className="admin-popover">
        <NoticeList notices={notices} />
      </div>
    </>
  )
}
