/** Where a record opens in the admin area: in its queue, which every member of staff with the right may enter. */
import { type TaskRecordType, taskRecordTypes } from '#domain/admin/tasks.ts'
import { queuePath } from '#site/member-paths.ts'

/** Where the queue is not named as the table. */
const queues: Partial<Record<TaskRecordType, string>> = {
  training_enrolments: 'training',
  partnership_applications: 'partnership',
  job_applications: 'job-applications',
  contact_messages: 'messages',
  products: 'listings',
  newsletter_subscriptions: 'newsletter',
}

export function recordPath(recordType: string, id: string): string {
  const known = taskRecordTypes.find((type) => type === recordType) ?? 'orders'
  return `${queuePath(queues[known] ?? known)}?record=${id}`
}
