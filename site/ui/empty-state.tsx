/** What stands in place of rows when there are none. */
import type { ReactNode } from 'react'

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty panel">
      <p>{title}</p>
      {children}
    </div>
  )
}
