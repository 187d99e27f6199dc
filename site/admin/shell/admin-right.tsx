/** What only a right opens: shown as soon as the role has it from the start, and refused once the database has said so. */
import type { ReactNode } from 'react'
import { usePermissions } from '#site/account/my-permissions.ts'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { isOpenTo, type Opening } from './admin-places.ts'
import { NoRight } from './no-right.tsx'

interface AdminRightProps {
  title: string
  /** Without one, admins alone. */
  permission?: Opening
  children: ReactNode
}

export function AdminRight({ title, permission, children }: AdminRightProps) {
  const { isAdmin, isKnown, can } = usePermissions()
  if (permission ? isOpenTo(can, permission) : isAdmin) return children
  return isKnown ? <NoRight title={title} /> : <LoadingScreen label="Loading..." title={title} />
}
