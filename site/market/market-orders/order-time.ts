/** When something happened to an order, as its buyer and staff read it. */
import { formatDateTimeInWords } from '#domain/dates.ts'

/** 21 November 2026, 14:05 (Lagos) */
export function formatOrderTime(at: string): string {
  return `${formatDateTimeInWords(at)} (Lagos)`
}
