/** What two versions of a contract say otherwise, beside goods and price. */
import { partyWords } from './contract-parties.ts'
import { type ContractTerms, termWords } from './contract-terms.ts'

export interface TermChange {
  term: string
  /** Null: nothing was said before, or no longer is. */
  before: string | null
  after: string | null
}

/** What is another one than before: "Payment terms: Letter of Credit → 30% Advance 70% on Delivery". */
export function listTermChanges(before: ContractTerms, after: ContractTerms): TermChange[] {
  return [...termWords, ...partyWords].flatMap(([term, write]) => {
    const [earlier, now] = [write(before), write(after)]
    return earlier === now ? [] : [{ term, before: earlier, after: now }]
  })
}

/** For staff, a sentence each, as describeQuoteChanges writes them. */
export function describeTermChange({ term, before, after }: TermChange): string {
  if (after === null) return `${term} left out: ${before}.`
  return before === null ? `New: ${term.toLowerCase()}, ${after}.` : `${term}: ${after}, before ${before}.`
}
