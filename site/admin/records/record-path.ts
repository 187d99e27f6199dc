/** Where a record opens in the admin area: in its queue, which every member of staff with the right may enter. */
import { adminRecordTypes } from '#domain/admin/admin.ts'
import { queuePath } from '#site/member-paths.ts'

const queues: Record<(typeof adminRecordTypes)[number], string> = {
  orders: 'orders',
  farmers: 'farmers',
  training_enrolments: 'training',
  buyers: 'buyers',
  investors: 'investors',
  partnership_applications: 'partnership',
  job_applications: 'job-applications',
  contact_messages: 'messages',
  products: 'listings',
}

export function recordPath(recordType: string, id: string): string {
  const known = adminRecordTypes.find((type) => type === recordType) ?? 'orders'
  return `${queuePath(queues[known])}?record=${id}`
}
