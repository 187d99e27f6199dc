/** What stands in place of an answer that is still awaited, or that did not come; else the answer. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'

interface QueryStateProps<Answer> {
  query: UseQueryResult<Answer>
  /** The sentence for a question that was not answered. */
  errorText: string
  children: (answer: Answer) => ReactNode
}

export function QueryState<Answer>({ query, errorText, children }: QueryStateProps<Answer>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    return (
      <Notice kind="warn">
        <div className="flex flex-wrap items-center gap-3">
          <p>{errorText}</p>
          <Button size="sm" variant="outline" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      </Notice>
    )
  }
  return (
    <p role="status" className="text-stone">
      Loading...
    </p>
  )
}
