/** The facts of a record in its drawer, one ruled line each; what is empty is left out. */
import type { ReactNode } from 'react'
import { FactList } from '#site/ui/confirmation.tsx'

export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <div className="confirmation border-t">
      <FactList
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
