/** Marks notices as read: shown at once, and refetched afterwards. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Bell } from '#domain/admin/tasks.ts'
import { bellQuery } from './task-data.ts'

/** Null: all. */
export function useMarkRead(send: (ids: number[] | null) => Promise<unknown>) {
  const queries = useQueryClient()
  const { queryKey } = bellQuery
  return useMutation({
    mutationFn: send,
    onMutate(ids) {
      queries.setQueryData<Bell>(queryKey, (bell) => {
        if (!bell) return bell
        const isMarked = (id: number) => ids === null || ids.includes(id)
        const marked = bell.notices.filter(({ id, isRead }) => !isRead && isMarked(id)).length
        return {
          unread: ids === null ? 0 : Math.max(0, bell.unread - marked),
          notices: bell.notices.map((notice) => ({
            ...notice,
            isRead: notice.isRead || isMarked(notice.id),
          })),
        }
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
