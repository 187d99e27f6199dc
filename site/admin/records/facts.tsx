/** The facts of a record in its drawer, one ruled line each; what is empty is left out. */
import type { ReactNode } from 'react'
import { SlipFacts } from '#site/ui/slip.tsx'

export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <div className="slip border-t">
      <SlipFacts
        facts={Object.entries(facts)
          .filter(([, detail]) => detail !== null && detail !== undefined && detail !== '')
          .map(([term, detail]) => ({
            term,
            detail: <span className="whitespace-pre-line wrap-anywhere">{detail}</span>,
          }))}
      />
    </div>
  )
}
