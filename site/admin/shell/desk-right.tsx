/** What only a right opens: shown as soon as the role has it from the start, and refused once the database has said so. */
import type { ReactNode } from 'react'
import type { Permission } from '#domain/admin/roles.ts'
import { useMyDesk } from '#site/account/my-desk.ts'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { AccessDenied } from './access-denied.tsx'

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
