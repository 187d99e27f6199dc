/** What stands in place of an answer that is still awaited, or that did not come; else the answer. */

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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
  return (
    <p role="status" className="text-stone">
      Loading...
    </p>
  )
}
