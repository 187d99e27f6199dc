/** The open sitting of whoever is at the desk; null: none. */
import { queryOptions } from '@tanstack/react-query'
import type { Sitting } from '#domain/admin/desk.ts'
import { askDesk } from '#site/admin/call-desk.ts'

export type SittingQueue = Sitting['queue']

export const sittingQuery = queryOptions({
  queryKey: ['my_sitting'],
  queryFn: () => askDesk<Sitting | null>('my_sitting'),
})
