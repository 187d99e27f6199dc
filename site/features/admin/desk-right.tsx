/** What only a right opens: shown as soon as the role has it from the start, and refused once the database has said so. */
import type { ReactNode } from 'react'
import type { Permission } from '#domain/roles.ts'
import { AccessDenied } from '#site/features/admin/access-denied.tsx'
import { useMyDesk } from '#site/lib/desk/my-desk.ts'
import { LoadingScreen } from '#site/ui/spinner.tsx'

interface DeskRightProps {
  title: string
  /** Without one, admins alone. */
  permission?: Permission
  children: ReactNode
}

export function DeskRight({ title, permission, children }: DeskRightProps) {
  const { isAdmin, isKnown, can } = useMyDesk()
  if (permission ? can(permission) : isAdmin) return children
  return isKnown ? <AccessDenied /> : <LoadingScreen label="Loading..." title={title} />
}
