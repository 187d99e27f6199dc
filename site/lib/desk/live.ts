/** Others' changes and new records come by themselves; where websockets are blocked, by asking again (deskRefreshMs). */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deskRecordTypes } from '#domain/desk.ts'
import { askAgainGently } from '#site/lib/desk/ask-again.ts'
import { createStore, useStore } from '#site/lib/external-store.ts'
import { getSupabase } from '#site/lib/supabase.ts'

/** Products are not told of one by one: they sell all day. */
const liveTables = [...deskRecordTypes.filter((table) => table !== 'products'), 'record_notes', 'record_work']

/** Many changes at once ask the lists once. */
const pauseMs = 1_000

const liveStore = createStore(false)

/** Whether changes come by themselves at this moment. */
export function useIsLive(): boolean {
  return useStore(liveStore, false)
}

/** Once for all pages of the desk. */
export function useLiveDesk(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let isLeft = false
    let leave = () => {}
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = new Set<string>()

    function tell(table: string) {
      changed.add(table)
      timer ??= setTimeout(() => {
        timer = undefined
        askAgainGently(queries, changed)
        changed.clear()
      }, pauseMs)
    }

    void getSupabase()
      .then((client) => {
        if (isLeft) return
        const channel = client.channel('desk')
        for (const table of liveTables) {
          channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) => {
            // Notes and assignments are shown with the record that they are about.
            const { record_type } = { ...change.old, ...change.new } as { record_type?: unknown }
            tell(typeof record_type === 'string' ? record_type : table)
          })
        }
        channel.subscribe((status) => liveStore.set(status === 'SUBSCRIBED'))
        leave = () => void client.removeChannel(channel)
      })
      // Without the client there is nothing live; the lists themselves say what is wrong.
      .catch(() => liveStore.set(false))

    return () => {
      isLeft = true
      clearTimeout(timer)
      liveStore.set(false)
      leave()
    }
  }, [queries])
}
