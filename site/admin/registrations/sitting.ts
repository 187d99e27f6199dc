/** The open sitting of the person who is in the admin area; null: none. */
import { queryOptions } from '@tanstack/react-query'
import type { Sitting } from '#domain/admin/admin.ts'
import { callAdmin } from '#site/admin/call-admin.ts'

export type SittingQueue = Sitting['queue']

export const sittingQuery = queryOptions({
  queryKey: ['my_sitting'],
  queryFn: () => callAdmin<Sitting | null>('my_sitting'),
})
