/** What everybody in the admin area has to know before their work, by their rights. */
import { queryOptions } from '@tanstack/react-query'
import type { AdminNotice } from '#domain/admin/admin.ts'
import { callAdmin } from '#site/admin/call-admin.ts'

export const noticesQuery = queryOptions({
  queryKey: ['admin_notices'],
  queryFn: () => callAdmin<AdminNotice[]>('admin_notices'),
})
