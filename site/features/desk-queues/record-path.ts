/** Where a registration opens on the desk. */
import { paths, queuePath } from '#site/paths.ts'

export function recordPath(recordType: string, id: string): string {
  return recordType === 'training_enrolments'
    ? `${queuePath('training')}?record=${id}`
    : `${paths.admin}?tab=${recordType}&record=${id}`
}
