/** A kind as the person may work on it: buttons, boxes and keys that decide are for those who may; the database refuses everybody else. */
import { useMemo } from 'react'
import { nameAdminPermission } from '#domain/admin/admin.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import type { AdminKind, AdminRecord } from './admin-kind.ts'

export function useDecidable<R extends AdminRecord>(kind: AdminKind<R>): AdminKind<R> {
  const { can } = usePermissions()
  const mayDecide = kind.decisions && can(nameAdminPermission(kind.decisions.table, 'decide'))
  // The same at every drawing, so that rows need not be drawn again.
  return useMemo(() => (mayDecide ? kind : { ...kind, decisions: undefined }), [kind, mayDecide])
}
