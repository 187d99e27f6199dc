/** The head of every page of the admin area: its heading, what belongs beside it, the search over everything, and the bell. */
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDateInWords, formatDateTime } from '#domain/dates.ts'
import { printedView } from '#site/admin/printed-view.ts'
import { AdminSearch } from '#site/admin/search/admin-search.tsx'
import { Bell } from '#site/admin/tasks/bell.tsx'
import { useStore } from '#site/lib/external-store.ts'
import { NoticesButton } from './admin-notices.tsx'

export function AdminHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  const at = usePrintedAt()
  const view = useStore(printedView, '')
  return (
    <div className="admin-head">
      <h1>
        {title}
        {view && at > 0 && <span className="print-only">{`: ${view}, ${formatDateInWords(at)}`}</span>}
      </h1>
      {children}
      <NoticesButton />
      <AdminSearch />
      <Bell />
      {/* When it was printed, since what it says goes on changing. */}
      <p className="print-only num">{at > 0 && `Printed ${formatDateTime(at)}`}</p>
    </div>
  )
}

function usePrintedAt() {
  const [at, setAt] = useState(0)
  useEffect(() => {
    // Drawn before the sheet is taken.
    const note = () => flushSync(() => setAt(Date.now()))
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])
  return at
}
