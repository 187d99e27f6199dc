/** What stands in place of an answer that is still awaited, or that did not come; else the answer. */

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWaitingWords } from '#site/lib/use-waiting-words.ts'
import { RetryNotice } from '#site/ui/error-notice.tsx'

interface QueryStateProps<Answer> {
  query: UseQueryResult<Answer>
  /** The sentence for a question that was not answered. */
  errorText: string
  children: (answer: Answer) => ReactNode
}

export function QueryState<Answer>({ query, errorText, children }: QueryStateProps<Answer>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    return <RetryNotice onRetry={() => void query.refetch()}>{errorText}</RetryNotice>
  }
  return <Waiting isPaused={query.isPaused} />
}

/** Where an answer is shown in another way than by `QueryState`. */
export function Waiting({ isPaused }: Pick<UseQueryResult, 'isPaused'>) {
  const words = useWaitingWords(isPaused)
  return (
    <p role="status" className="text-stone">
      {words}
    </p>
  )
}
