/** What the history of a record tells beside its states, in words; loaded with the first such event. */
import type { HistoryEvent } from '#domain/admin/admin.ts'
import { callOutcomes } from '#domain/admin/call-outcomes.ts'
import { adminCreditStatusWords } from '#domain/credit-status-words.ts'

const words: Partial<Record<HistoryEvent['axis'], Readonly<Record<string, string>>>> = {
  call: callOutcomes,
  credit: adminCreditStatusWords,
  consent: {
    stopped: 'Stopped: consent taken back',
    taken_back: 'Another consent taken back',
    agreed_to_one: 'Agreed to one again, another is still taken back',
    renewed: 'Agreed again',
  },
}

export function nameHistoryValue(axis: HistoryEvent['axis'], value: string): string {
  if (axis === 'correction') return 'Correction requested'
  if (axis === 'change') return value === 'applicant' ? 'Answers changed' : 'Correction answered'
  return words[axis]?.[value] ?? value
}
