/** What was opened in this tab: ids and codes for as long as it is open, names of people until the page is loaded again. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type AdminRecordType, adminRecordTypes } from '#domain/admin/admin.ts'
import { useAuth } from '#site/lib/auth-state.ts'

export interface RecentRecord {
  recordType: AdminRecordType
  id: string
  /** '' of what has none: it is known by its name. */
  code: string
  name?: string
}

const names = new Map<string, string>()

const maxRecords = 6
const nameKey = (userId: string) => `desk-recent:${userId}`

export function readRecentRecords(userId: string): RecentRecord[] {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(nameKey(userId)) ?? '[]') as RecentRecord[]
    return stored
      .map((record) => ({ ...record, name: names.get(`${userId} ${record.id}`) }))
      .filter(({ code, name }) => code || name)
  } catch {
    // Storage is switched off, or holds something else: nothing was opened.
    return []
  }
}

export function rememberRecord(userId: string, { name, ...record }: RecentRecord): void {
  if (name) names.set(`${userId} ${record.id}`, name)
  const others = readRecentRecords(userId).filter(({ id }) => id !== record.id)
  const stored = [record, ...others]
    .slice(0, maxRecords)
    .map(({ recordType, id, code }) => ({ recordType, id, code }))
  try {
    window.sessionStorage.setItem(nameKey(userId), JSON.stringify(stored))
  } catch {
    // Storage is switched off: nothing is remembered.
  }
}

/** Remembers each record of which the drawer was open, once it closes: its code or name is known by then. */
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
        const data = (state.data ?? {}) as Partial<Record<string, string>>
        const code = data.code ?? data.reference ?? ''
        const name = data.company_name ?? data.full_name ?? data.name
        if (code || name) rememberRecord(userId, { recordType, id, code, ...(!code && { name }) })
      }
    }
  }, [id, userId, queries])
}
