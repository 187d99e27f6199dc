/** A record on paper: code in large mono, status, dated facts, a perforated foot. */
import type { ReactNode } from 'react'
import { Band } from '#site/ui/band.tsx'

interface SlipProps {
  /** What kind of record this is: "Order", "Receipt". */
  label: string
  code: string
  status?: ReactNode
  children?: ReactNode
  footer?: ReactNode
}

export function Slip({ label, code, status, children, footer }: SlipProps) {
  return (
    <article className="slip">
      <Band />
      <div className="slip-head">
        <div>
          <p className="eyebrow">{label}</p>
          <p className="slip-code code">{code}</p>
        </div>
        {status}
      </div>
      {children}
      {footer && <div className="slip-foot">{footer}</div>}
    </article>
  )
}

export interface SlipFact {
  term: string
  detail: ReactNode
}

/** The record's facts, one ruled line each. */
export function SlipFacts({ facts }: { facts: readonly SlipFact[] }) {
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
