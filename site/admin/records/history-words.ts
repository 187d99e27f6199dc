/** What the history of a record tells beside its states, in words; loaded with the first such event. */
import type { HistoryEvent } from '#domain/admin/admin.ts'
import { heldMoneyWords } from '#domain/admin/audit-words.ts'
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

/** Of money that one person does not record alone. */
const moneySteps: Readonly<Record<string, string>> = {
  entered: 'entered for a second person to confirm',
  approved: 'confirmed by a second person',
  dropped: 'dropped, counts for nothing',
}

export function nameHistoryValue(axis: HistoryEvent['axis'], value: string): string {
  if (axis === 'correction') return 'Correction requested'
  if (axis === 'change') return value === 'applicant' ? 'Answers changed' : 'Correction answered'
  if (axis === 'money') {
    const [kind = '', step = ''] = value.split(' ')
    return `${heldMoneyWords[kind] ?? kind}, ${moneySteps[step] ?? step}`
  }
  return words[axis]?.[value] ?? value
}
