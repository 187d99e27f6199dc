/** Where a record opens in the admin area: in its queue, which every member of staff with the right may enter. */
import { taskRecordTypes } from '#domain/admin/tasks.ts'
import { queuePath } from '#site/member-paths.ts'
import { paths } from '#site/paths.ts'

/** Where the queue is not named as the table. */
const queues: Partial<Record<string, string>> = {
  training_enrolments: 'training',
  partnership_applications: 'partnership',
  job_applications: 'job-applications',
  contact_messages: 'messages',
  products: 'listings',
  newsletter_subscriptions: 'newsletter',
  correction_requests: 'corrections',
  people_to_phone: 'people-to-phone',
}

/** By the name of its table, or its own. */
export const listPath = (list: string): string =>
  list === 'mails' ? paths.adminMails : queuePath(queues[list] ?? list)

export function recordPath(recordType: string, id: string): string {
  const known = taskRecordTypes.find((type) => type === recordType) ?? 'orders'
  return `${listPath(known)}?record=${id}`
}
