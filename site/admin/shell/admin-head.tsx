/** The head of every page of the admin area: its heading, what belongs beside it, the search over everything, and the bell. */
import { type ReactNode, useEffect, useState } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import { AdminSearch } from '#site/admin/search/admin-search.tsx'
import { Bell } from '#site/admin/tasks/bell.tsx'
import { NoticesButton } from './admin-notices.tsx'

export function AdminHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="admin-head">
      <h1>{title}</h1>
      {children}
      <NoticesButton />
      <AdminSearch />
      <Bell />
      <PrintedAt />
    </div>
  )
}

/** In print alone: when it was printed, since what it says goes on changing. */
function PrintedAt() {
  const [at, setAt] = useState(0)
  useEffect(() => {
    const note = () => setAt(Date.now())
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])
  return <p className="print-only num">{at > 0 && `Printed ${formatDateTime(at)}`}</p>
}
