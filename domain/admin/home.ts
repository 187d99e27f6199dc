/** What the home of a member of staff shows. */
import type { AdminRecordType } from './admin.ts'
import type { Task } from './tasks.ts'

const moneyParts = ['received', 'claimed', 'outstanding', 'to_refund'] as const

const setupSteps = ['bank_account', 'second_admin', 'products', 'terms', 'privacy', 'company_facts'] as const

/** rpc admin_home(), for staff of any role. */
export interface AdminHome {
  /** What is assigned to the caller and not done: how many, and the first twelve, the latest first. */
  mine: {
    count: number
    first: { recordType: AdminRecordType; recordId: string; name: string; dueAt: string | null }[]
  }
  /** What the caller has to do by a day; null without the right records.work. */
  tasks: { count: number; late: number; first: Task[] } | null
  /**
   * Since the caller's last visit: what came in, and what colleagues decided, by kind; and of how many orders money or goods moved.
   * Null on their first visit.
   */
  news: {
    since: string
    arrived: Partial<Record<AdminRecordType, number>>
    decided: Partial<Record<AdminRecordType, number>>
    moved: number
  } | null
  /** From the view money_of_day; null without the right payments.confirm. */
  money: { currency: string; part: (typeof moneyParts)[number]; entries: number; amountKobo: number }[] | null
  /** What the company still lacks, of what the caller can mend. */
  missing: (typeof setupSteps)[number][]
}
