/** At the questions where to reach the person who registers to buy or to invest. */
import type { QuestionWords } from './rules.ts'

export const reachWords = {
  email: { label: 'Email', help: 'The decision on your registration goes there.' },
  phone: { help: 'We call this number about your registration. Nothing else.' },
} satisfies Record<string, QuestionWords>
