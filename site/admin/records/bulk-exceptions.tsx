/** What should be known of many records before something is done with all of them, each with its number. */
import { formatCount } from '#domain/numbers.ts'
import { Button } from '#site/ui/button.tsx'
import type { BulkQuestion } from './use-bulk.ts'

const exceptionWords: Readonly<Record<string, (count: number) => string>> = {
  twin: (count) => `${formatCount(count)} may be ${count === 1 ? 'a person' : 'people'} we know already.`,
  photo: (count) => `${formatCount(count)} ${count === 1 ? 'has' : 'have'} no photo.`,
  disputed: (count) => `${formatCount(count)} ${count === 1 ? 'is' : 'are'} disputed.`,
  unquoted: (count) => `${formatCount(count)} ${count === 1 ? 'has' : 'have'} no price yet.`,
  underpaid: (count) => `${formatCount(count)} ${count === 1 ? 'is' : 'are'} underpaid.`,
  minor: (count) => `${formatCount(count)} ${count === 1 ? 'is a minor' : 'are minors'}.`,
}

export function Exceptions({
  question: { others, flags },
  onCountAgain,
}: {
  question: Pick<BulkQuestion, 'others' | 'flags'>
  onCountAgain: () => void
}) {
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
      {Object.entries(flags === 'unknown' ? {} : (flags ?? {})).map(([flag, count]) => (
        <li key={flag}>{exceptionWords[flag]?.(count) ?? `${flag}: ${count}`}</li>
      ))}
    </>
  )
}
