/** What staff set themselves to do on a record by a day, and what they hear of each other. */
import { recordWords } from './admin.ts'

/**
 * What takes a task: every kind of record that staff work on, a breach of data protection, which has a day by law, and a
 * subscription. A mail shows the tasks of the record that it is about: its own row goes after months.
 */
export const taskWords = {
  ...recordWords,
  breaches: ['breach', 'breaches'],
  newsletter_subscriptions: ['subscription', 'subscriptions'],
} as const
export type TaskRecordType = keyof typeof taskWords
export const taskRecordTypes = Object.keys(taskWords) as readonly TaskRecordType[]

export const taskTitleLimits = { min: 2, max: 200 } as const

/**
 * rpc add_task(record_type, record_id, title, due_on, due_time | null, assignee_id | null) -> id; change_task(task_id, all of
 * these but the record, expected_at): PT409 where someone else changed it by now; finish_task(task_id, is_done). Right
 * records.work and to read the record.
 */
export interface Task {
  id: string
  recordType: TaskRecordType
  recordId: string
  /** The code of its record, or the name of who wrote; null where the record is gone. */
  label: string | null
  title: string
  /** A day in Lagos, YYYY-MM-DD. */
  dueOn: string
  /** HH:MM:SS in Lagos; null: at any time of that day. */
  dueTime: string | null
  /** The instant after which it is late. */
  dueAt: string
  assigneeId: string | null
  assigneeName: string | null
  doneAt: string | null
}

export const taskLists = ['mine', 'late', 'open', 'nobody', 'done'] as const
export type TaskListName = (typeof taskLists)[number]
export const tasksOfPage = 50

/** rpc list_tasks(which, page_index): the latest first, of the done ones the newest; right records.work. */
export interface TaskPage {
  count: number
  late: number
  tasks: Task[]
}

/** A row of the table tasks, as the record shows it. */
export interface TaskRow {
  id: string
  title: string
  due_on: string
  due_time: string | null
  assignee_id: string | null
  assignee_name: string | null
  done_at: string | null
  updated_at: string
}

/** rpc admin_bell(): the caller's own notices, the newest 30; mark_notices_read(ids | null), null being all. */
export interface Bell {
  unread: number
  notices: StaffNotice[]
}

export interface StaffNotice {
  id: number
  kind: 'mention' | 'assigned' | 'task_assigned' | 'task_due' | 'answer' | 'unproved'
  recordType: TaskRecordType
  recordId: string
  label: string | null
  taskTitle: string | null
  actorName: string | null
  createdAt: string
  isRead: boolean
}
