/** A kind as the person may work on it: buttons, boxes and keys that decide are for those who may; the database refuses everybody else. */
import { nameAdminPermission } from '#domain/admin/admin.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import type { AdminKind, AdminRecord } from './admin-kind.ts'

export function useDecidable<R extends AdminRecord>(kind: AdminKind<R>): AdminKind<R> {
  const { can } = usePermissions()
  const mayDecide = kind.decisions && can(nameAdminPermission(kind.decisions.table, 'decide'))
  return mayDecide ? kind : { ...kind, decisions: undefined }
}
