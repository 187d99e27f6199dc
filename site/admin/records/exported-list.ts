/** Which list, or which of its records, a file takes along. */
import type { ExportType } from '#domain/admin/admin.ts'
import type { ListState } from './use-list-state.ts'

export interface ExportedList {
  type: ExportType
  state: Pick<ListState, 'search'> & Partial<ListState> & { since?: string; until?: string }
  /** These of them alone. */
  ids?: readonly string[]
}
