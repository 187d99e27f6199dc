/** What should be known of many records before something is done with all of them, each with its number. */
import { formatCount } from '#domain/numbers.ts'
import { Button } from '#site/ui/button.tsx'
import { otherWays } from './decline-help.ts'
import type { BulkQuestion, BulkVerb } from './use-bulk.ts'

const exceptionWords: Readonly<Record<string, (count: number, to?: BulkVerb) => string>> = {
  twin: (count) => `${formatCount(count)} may be ${count === 1 ? 'a person' : 'people'} we know already.`,
  photo: (count) => `${formatCount(count)} ${count === 1 ? 'has' : 'have'} no photo.`,
  disputed: (count) => `${formatCount(count)} ${count === 1 ? 'is' : 'are'} disputed.`,
  unquoted: (count) => `${formatCount(count)} ${count === 1 ? 'has' : 'have'} no price yet.`,
  underpaid: (count) => `${formatCount(count)} ${count === 1 ? 'is' : 'are'} underpaid.`,
  correction(count, to) {
    const leftOut = to === 'approved' && ` and ${count === 1 ? 'is' : 'are'} left out`
    return `${formatCount(count)} ${count === 1 ? 'waits' : 'wait'} for a correction that we requested${leftOut || ''}.`
  },
  minor: (count) => `${formatCount(count)} ${count === 1 ? 'is a minor' : 'are minors'}.`,
}

/** Left out of an approval of many, as decide_records does. */
export const countHeld = ({ to, flags }: BulkQuestion): number =>
  to === 'approved' && flags !== 'unknown' ? (flags?.correction ?? 0) : 0

/** Of an approval: how many hear of it in this way. */
export const countTold = ({ flags }: BulkQuestion, way: (typeof otherWays)[number]): number =>
  flags === 'unknown' ? 0 : (flags?.[way] ?? 0)

interface ExceptionsProps {
  question: Pick<BulkQuestion, 'others' | 'flags'> & Partial<BulkQuestion>
  onCountAgain: () => void
}

export function Exceptions({ question: { to, others, flags }, onCountAgain }: ExceptionsProps) {
  return (
    <>
      {others > 0 && (
        <li>
          {formatCount(others)} of those you chose{' '}
          {others === 1 ? 'is not pending any more, and is' : 'are not pending any more, and are'} left out.
        </li>
      )}
      {flags === 'unknown' && (
        <li>
          <span role="alert">What should be known of them could not be counted.</span>{' '}
          <Button size="sm" variant="outline" onClick={onCountAgain}>
            Try again
          </Button>
        </li>
      )}
      {Object.entries(flags === 'unknown' ? {} : (flags ?? {}))
        .filter(([flag]) => !otherWays.some((way) => way === flag))
        .map(([flag, count]) => (
          <li key={flag}>{exceptionWords[flag]?.(count, to) ?? `${flag}: ${formatCount(count)}`}</li>
        ))}
    </>
  )
}
