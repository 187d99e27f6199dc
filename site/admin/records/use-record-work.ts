/** What is read beside one record: who has it and by when it is due. */
import { useQuery } from '@tanstack/react-query'
import type { RecordWork } from '#domain/admin/admin.ts'
import type { AdminKind, AdminRecord } from './admin-kind.ts'
import { recordWorkQuery } from './work-data.ts'

/** `id` '': none is open. */
export function useRecordWork<R extends AdminRecord>(kind: AdminKind<R>, id: string): RecordWork | undefined {
  const { data } = useQuery({
    ...recordWorkQuery(kind.recordType ?? 'orders', [id]),
    enabled: kind.recordType !== undefined && id !== '',
  })
  return data?.[0]
}
