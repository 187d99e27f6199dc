/** A confirmation: code in large mono, status, dated facts, a perforated foot. */
import type { ReactNode } from 'react'
import { Band } from '#site/ui/band.tsx'

interface ConfirmationProps {
  /** What kind of record this is: "Order", "Receipt". */
  label: string
  code: string
  status?: ReactNode
  children?: ReactNode
  footer?: ReactNode
}

export function Confirmation({ label, code, status, children, footer }: ConfirmationProps) {
  return (
    <article className="confirmation">
      <Band />
      <div className="confirmation-head">
        <div>
          <p className="eyebrow">{label}</p>
          <p className="confirmation-code code">{code}</p>
        </div>
        {status}
      </div>
      {children}
      {footer && <div className="confirmation-foot">{footer}</div>}
    </article>
  )
}

export interface Fact {
  term: string
  detail: ReactNode
}

/** The record's facts, one ruled line each. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl>
      {facts.map(({ term, detail }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{detail}</dd>
        </div>
      ))}
    </dl>
  )
}
