/** What is read beside the rows of a list: who has each and by when it is due, and what it warns of. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RecordWork } from '#domain/admin/admin.ts'
import type { AdminKind, AdminRecord } from './admin-kind.ts'
import { recordFlagsQuery, recordWorkQuery } from './work-data.ts'

export interface RowWork {
  /** All of it that there is to know is here. */
  isSettled: boolean
  workOf: ReadonlyMap<string, RecordWork>
  flagsOf: ReadonlyMap<string, readonly string[]>
}

export function useRowWork<R extends AdminRecord>(kind: AdminKind<R>, records: readonly R[]): RowWork {
  const { recordType = 'orders' } = kind
  const ids = records.map(({ id }) => id)
  const work = useQuery({
    ...recordWorkQuery(recordType, ids),
    enabled: kind.recordType !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const flags = useQuery({
    ...recordFlagsQuery(recordType, ids),
    enabled: kind.hasFlags === true && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return {
    isSettled: !work.isFetching && !flags.isFetching,
    workOf: new Map(work.data?.map((row) => [row.record_id, row])),
    flagsOf: new Map(flags.data?.map((row) => [row.record_id, row.flags])),
  }
}

/** A record as its row shows it: what is not here yet is left out. */
export function withWork<R extends AdminRecord>(record: R, { workOf, flagsOf }: RowWork) {
  const work = workOf.get(record.id)
  const flags = flagsOf.get(record.id)
  return { ...record, ...(work && { work }), ...(flags && { flags }) }
}
