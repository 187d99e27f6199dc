/** Others' changes and new records come by themselves; where websockets are blocked, by refetching (adminRefreshMs). */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { adminRecordTypes } from '#domain/admin/admin.ts'
import { createStore, useStore } from '#site/lib/external-store.ts'
import { joinLiveLine } from '#site/lib/live-line.ts'
import { isNetworkError } from '#site/lib/network.ts'
import { refetchGently } from './refetch.ts'

/** Reported row by row. The other lists report that they have changed, and which record at the most: products sell all day, mails are nobody's to read. */
const liveTables = [
  ...adminRecordTypes.filter((table) => table !== 'products'),
  'record_messages',
  'record_notes',
  'record_work',
  'staff_notices',
  'tasks',
]

/** Many changes at once refetch the lists once. */
const pauseMs = 1_000

/** A change of one's own is reported to oneself as well: the page shows it already, and refetches nothing. */
const echoes = new Map<string, number>()
const echoWithinMs = 15_000

/** The next report about these records is one's own; the answer takes that back. */
export function expectEcho(table: string, ids: readonly string[]): () => void {
  const keys = ids.map((id) => `${table} ${id}`)
  for (const key of keys) echoes.set(key, Date.now() + echoWithinMs)
  return () => {
    for (const key of keys) echoes.delete(key)
  }
}

function isOwnEcho(table: string, row: object): boolean {
  const key = `${table} ${'id' in row ? row.id : ''}`
  const until = echoes.get(key)
  echoes.delete(key)
  return until !== undefined && until > Date.now()
}

/** Without a word: nothing is known yet, or websockets are blocked and the lists are queried again and again. */
export type LiveState = 'live' | 'reconnecting' | 'offline' | null

const liveStore = createStore<LiveState>(null)

/** Whether changes come by themselves at this time, and if not, why. */
export function useLiveState(): LiveState {
  return useStore(liveStore, null)
}

/** What is known of the line, from the browser, the channel and the answers; reported as one word. */
function watchLine(queries: QueryClient) {
  const ended = new AbortController()
  const known = { isOnline: navigator.onLine, isAnswered: true, isJoined: false, wasJoined: false }

  function learn(change: Partial<typeof known>) {
    Object.assign(known, change)
    if (known.isJoined) known.wasJoined = true
    if (!known.isOnline) liveStore.set('offline')
    else if (known.isJoined && known.isAnswered) liveStore.set('live')
    else liveStore.set(known.wasJoined || !known.isAnswered ? 'reconnecting' : null)
  }

  const { signal } = ended
  window.addEventListener('offline', () => learn({ isOnline: false }), { signal })
  window.addEventListener('online', () => learn({ isOnline: true }), { signal })
  const leave = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'success') learn({ isAnswered: true })
    if (event.action.type === 'failed' && isNetworkError(event.action.error)) learn({ isAnswered: false })
  })
  learn({})
  return {
    learn,
    stop() {
      ended.abort()
      leave()
      liveStore.set(null)
    },
  }
}

/** Once for all pages of the admin area. */
export function useLiveAdmin(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const line = watchLine(queries)
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = new Set<string>()
    /** What the mails that were reported are about. */
    const records = new Set<string>()

    function report(table: string) {
      changed.add(table)
      timer ??= setTimeout(() => {
        timer = undefined
        refetchGently(queries, changed, records)
        changed.clear()
        records.clear()
      }, pauseMs)
    }

    const leave = joinLiveLine({
      topic: 'desk',
      tables: liveTables,
      onJoined: (isJoined) => line.learn({ isJoined }),
      onChange(table, row, before) {
        if (isOwnEcho(table, row)) return
        // Notes, assignments, tasks and notices are shown with the record that they are about, or counted.
        const { record_type } = { ...before, ...row }
        report(typeof record_type === 'string' ? record_type : table)
      },
      onBroadcast({ record, list }) {
        if (typeof record === 'string') {
          if (isOwnEcho(String(list), { id: record })) return
          records.add(record)
        }
        if (typeof list === 'string') report(list)
      },
    })

    return () => {
      clearTimeout(timer)
      leave()
      line.stop()
    }
  }, [queries])
}
