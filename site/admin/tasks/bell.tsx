/** The bell: how much of what colleagues and records have for the reader alone is unread, and the way to it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#domain/numbers.ts'
import { loadDialog } from '#site/admin/records/load-part.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { bellQuery } from './task-data.ts'

const NoticesDialog = loadDialog(async () => (await import('./notices-dialog.tsx')).NoticesDialog)

export function Bell() {
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery(bellQuery)
  const unread = query.data?.unread ?? 0
  return (
    <>
      <button
        type="button"
        className="admin-bell"
        aria-haspopup="dialog"
        aria-label={unread > 0 ? `Notices, ${formatCount(unread)} unread` : 'Notices'}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="bell" />
        {unread > 0 && <b aria-hidden="true">{formatCount(unread)}</b>}
      </button>
      <NoticesDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
