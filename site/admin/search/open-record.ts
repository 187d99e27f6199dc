/** The record that is open, in the drawer of its list or on its page, as it was read there: the palette has its commands at once. */
import type { QueryClient } from '@tanstack/react-query'
import { type AdminRecordType, adminRecordTypes } from '#domain/admin/admin.ts'
import { listDrawnSteps } from './take-step.ts'

export interface OpenRecord {
  recordType: AdminRecordType
  id: string
  /** As its query answered it. */
  row: Partial<Record<string, unknown>>
  /** The steps whose places it shows. */
  drawn: readonly string[]
}

/** Null: none is open, or nothing is known of it yet. */
export function findOpenRecord(queries: QueryClient, pathname: string, search: string): OpenRecord | null {
  const id =
    new URLSearchParams(search).get('record') ?? /^\/admin\/queues\/[^/]+\/([^/]+)\/?$/.exec(pathname)?.[1]
  if (!id) return null
  for (const { queryKey, state } of queries.getQueryCache().findAll({ type: 'active' })) {
    const recordType = adminRecordTypes.find((type) => type === queryKey[0])
    if (!recordType || queryKey[1] !== 'record' || queryKey[2] !== id || !state.data) continue
    return { recordType, id, row: state.data, drawn: listDrawnSteps() }
  }
  return null
}
