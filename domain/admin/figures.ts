/** What the page of figures and the database say to each other. */
import { registrationRecordTypes } from '../record-types.ts'
import type { AdminRecordType, DueClock } from './admin.ts'

export const figureSteps = ['day', 'week', 'month'] as const
export const figureSubjects = ['orders', ...registrationRecordTypes] as const
/** rpc figures_over_time(subject, since, until, step): since and until are days in Lagos, until included; empty steps are 0. */
export interface FigureOverTime {
  /** The first day of the step, YYYY-MM-DD. */
  period: string
  status: string
  count: number
}

/** rpc figures_by(subject, dimension, since, until), the most frequent first; '' where it is not known. */
export const figureDimensions = ['status', 'state', 'crop'] as const
export type FigureDimension = (typeof figureDimensions)[number]
/** Orders and farmers have crops; the other forms have no such question. */
export function hasDimension(subject: string, dimension: FigureDimension): boolean {
  return dimension !== 'crop' || subject === 'orders' || subject === 'farmers'
}
export interface FigureBy {
  value: string
  count: number
}

/** rpc figures_promise_kept(since, until): of what came in then, by kind and clock. Open ones that are not due yet are neither. */
export interface FigurePromise {
  record_type: AdminRecordType
  clock: DueClock
  kept: number
  broken: number
  open: number
}

/* ---- Export ---- */
