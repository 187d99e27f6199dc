/** The days between which goods are delivered, in words. */
import { formatDateInWords } from '../dates.ts'

/** YYYY-MM-DD; null where nothing was said. */
export interface DeliveryWindow {
  windowFrom: string | null
  windowTo: string | null
}

/** "1 December 2026 to 14 December 2026". */
export function describeWindow({ windowFrom, windowTo }: DeliveryWindow): string | null {
  if (windowFrom && windowTo && windowFrom !== windowTo)
    return `${formatDateInWords(windowFrom)} to ${formatDateInWords(windowTo)}`
  if (windowFrom && windowTo) return formatDateInWords(windowFrom)
  if (windowFrom) return `From ${formatDateInWords(windowFrom)}`
  return windowTo && `Until ${formatDateInWords(windowTo)}`
}
