/** A page of the desk: its heading, the way to the others, and what it shows. */
import type { ReactNode } from 'react'
import type { Permission } from '#domain/admin/roles.ts'
import { DeskMenu } from './desk-menu.tsx'
import { DeskNotices } from './desk-notices.tsx'
import { DeskRight } from './desk-right.tsx'

interface DeskPageProps {
  title: string
  /** The right that opens it; without one, admins alone. */
  permission?: Permission
  children: ReactNode
}

export function DeskPage({ title, permission, children }: DeskPageProps) {
  return (
    <DeskRight title={title} permission={permission}>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-5 py-6 lg:py-8">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <h1 className="text-2xl">{title}</h1>
          <DeskMenu />
        </div>
        <DeskNotices />
        {children}
      </div>
    </DeskRight>
  )
}
