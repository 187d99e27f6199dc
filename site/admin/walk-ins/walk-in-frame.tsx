/** A page for people who walked in or rang: behind the right to enter registrations, with its title, a lead and the menu. */
import type { ReactNode } from 'react'
import { useRole } from '#site/account/role.ts'
import { AccessDenied } from '#site/admin/shell/access-denied.tsx'
import { AdminMenu } from '#site/admin/shell/admin-menu.tsx'
import { AdminRight } from '#site/admin/shell/admin-right.tsx'
import { StaffGuard } from '#site/admin/shell/staff-guard.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'

interface WalkInFrameProps {
  title: string
  /** Under the title. */
  lead: ReactNode
  children: ReactNode
}

export function WalkInFrame({ title, lead, children }: WalkInFrameProps) {
  const { status, role, retry } = useRole()
  if (status === 'unknown') return <LoadingScreen label="Loading..." title={title} />
  if (status === 'error') return <AccessDenied onRetry={retry} />
  if (!role) return <AccessDenied />
  return (
    <StaffGuard title={title}>
      <AdminRight title={title} permission="registrations.enter">
        <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 py-8 lg:py-12">
          <div className="grid gap-3">
            <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
              <h1 className="text-3xl">{title}</h1>
              <AdminMenu />
            </div>
            {lead}
          </div>
          {children}
        </div>
      </AdminRight>
    </StaffGuard>
  )
}
