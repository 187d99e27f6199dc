/** Which text of the terms is in force: what the page says and what an acceptance is recorded under are one thing. */
import { formatDateInWords, getLagosDay, type Instant } from './dates.ts'

/** The day on which the terms were published, YYYY-MM-DD; null until the company has done so (decision 114). */
const publishedOn: string | null = null

/** Names the text to which people agree; one that is not published yet is called what it is. */
export function nameTermsVersion(published: string | null = publishedOn): string {
  return published ?? 'draft-2026-11-21'
}

/** The text that was agreed to, as its person reads it: 'text of 15 January 2027', 'draft of 21 November 2026'. */
export function describeTextVersion(version: string): string {
  const [, draft, day] = /^(draft-)?(\d{4}-\d{2}-\d{2})$/.exec(version) ?? []
  return day ? `${draft ? 'draft' : 'text'} of ${formatDateInWords(day)}` : `text of ${version}`
}

/** The same as staff read it on a record: of a draft, what that means. */
export function describeAcceptedTerms(version: string): string {
  return version.startsWith('draft-')
    ? `The ${describeTextVersion(version)}: no terms were published yet`
    : `The ${describeTextVersion(version)}`
}

/** The day the page names as that of the last update: today, as long as nothing is published. */
export function dateTerms(
  now: Instant,
  published: string | null = publishedOn,
): { day: string; inWords: string } {
  const instant = published ?? now
  return { day: getLagosDay(instant), inWords: formatDateInWords(instant) }
}
