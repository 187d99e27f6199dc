/** A page of the admin area: its heading, its actions, and what it shows. */
import type { ReactNode } from 'react'
import { AdminHead } from './admin-head.tsx'
import type { Opening } from './admin-places.ts'
import { AdminRight } from './admin-right.tsx'

interface AdminPageProps {
  title: string
  /** The right that opens it; without one, admins alone. */
  permission?: Opening
  /** Beside the heading. */
  actions?: ReactNode
  /** Under the heading. */
  lead?: ReactNode
  children: ReactNode
}

export function AdminPage({ title, permission, actions, lead, children }: AdminPageProps) {
  return (
    <AdminRight title={title} permission={permission}>
      <div className="admin-page">
        <AdminHead title={title}>{actions}</AdminHead>
        {lead}
        {children}
      </div>
    </AdminRight>
  )
}
