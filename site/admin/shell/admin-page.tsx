/** A page of the admin area: its heading, the way to the others, and what it shows. */
import type { ReactNode } from 'react'
import type { Permission } from '#domain/admin/roles.ts'
import { AdminMenu } from './admin-menu.tsx'
import { AdminNotices } from './admin-notices.tsx'
import { AdminRight } from './admin-right.tsx'

interface AdminPageProps {
  title: string
  /** The right that opens it; without one, admins alone. */
  permission?: Permission
  children: ReactNode
}

export function AdminPage({ title, permission, children }: AdminPageProps) {
  return (
    <AdminRight title={title} permission={permission}>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-5 py-6 lg:py-8">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <h1 className="text-2xl">{title}</h1>
          <AdminMenu />
        </div>
        <AdminNotices />
        {children}
      </div>
    </AdminRight>
  )
}
