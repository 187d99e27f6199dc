/** What was opened in this tab: ids and codes alone, for as long as the tab is open. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type AdminRecordType, adminRecordTypes } from '#domain/admin/admin.ts'
import { useAuth } from '#site/lib/auth-state.ts'

export interface RecentRecord {
  recordType: AdminRecordType
  id: string
  code: string
}

const maxRecords = 6
const nameKey = (userId: string) => `desk-recent:${userId}`

export function readRecentRecords(userId: string): RecentRecord[] {
  try {
    return JSON.parse(window.sessionStorage.getItem(nameKey(userId)) ?? '[]') as RecentRecord[]
  } catch {
    // Storage is switched off, or holds something else: nothing was opened.
    return []
  }
}

export function rememberRecord(userId: string, record: RecentRecord): void {
  const others = readRecentRecords(userId).filter(({ id }) => id !== record.id)
  try {
    window.sessionStorage.setItem(nameKey(userId), JSON.stringify([record, ...others].slice(0, maxRecords)))
  } catch {
    // Storage is switched off: nothing is remembered.
  }
}

/** Remembers each record of which the drawer was open, once it closes: its code is known by then. */
export function useRememberedRecords(): void {
  const queries = useQueryClient()
  const { userId } = useAuth()
  const [params] = useSearchParams()
  const id = params.get('record')
  useEffect(() => {
    if (!id || !userId) return
    return () => {
      for (const { queryKey, state } of queries.getQueryCache().findAll()) {
        const recordType = adminRecordTypes.find((type) => type === queryKey[0])
        if (!recordType || queryKey[1] !== 'record' || queryKey[2] !== id) continue
        const { code, reference } = (state.data ?? {}) as { code?: string; reference?: string }
        const known = code ?? reference
        if (known) rememberRecord(userId, { recordType, id, code: known })
      }
    }
  }, [id, userId, queries])
}
