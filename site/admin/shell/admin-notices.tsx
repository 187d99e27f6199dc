/** What everybody in the admin area has to know before their work; how it is said is loaded when there is something. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { AdminNotice } from '#domain/admin/admin.ts'
import { formatCount } from '#domain/numbers.ts'
import { useRole } from '#site/account/role.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { paths } from '#site/paths.ts'
import { Dialog } from '#site/ui/dialog.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { noticesQuery } from './notices-query.ts'

const NoticeList = loadPart(async () => (await import('./notice-list.tsx')).NoticeList)

const refreshMs = 60_000

function useNotices(): readonly AdminNotice[] {
  const { role } = useRole()
  const query = useQuery({
    ...noticesQuery,
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

/** In the head of every page, but of home, where they are written out: as they come and go, the page below does not move. */
export function NoticesButton() {
  const { key, pathname } = useLocation()
  // Who follows one of their links has left them.
  const [openAt, setOpenAt] = useState('')
  const notices = useNotices()
  if (notices.length === 0 || pathname === paths.adminHome) return null
  const count = formatCount(notices.length)
  return (
    <>
      <button
        type="button"
        className="admin-bell admin-alert"
        aria-haspopup="dialog"
        aria-label={`Needs attention: ${count}`}
        onClick={() => setOpenAt(key)}
      >
        <Icon name="alert" />
        <b aria-hidden="true">{count}</b>
      </button>
      <Dialog place="side" open={openAt === key} title="Needs attention" onClose={() => setOpenAt('')}>
        <NoticeList notices={notices} />
      </Dialog>
    </>
  )
}
