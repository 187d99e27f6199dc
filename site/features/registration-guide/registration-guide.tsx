/** What a registration asks and why, so that a person comes prepared; with the steps that can be taken now. */
import type { ReactNode } from 'react'
import { TickList } from '#site/ui/blocks.tsx'
import { Section } from '#site/ui/page.tsx'

export interface GuideGroup {
  title: string
  /** Why we ask, in one sentence. */
  reason: string
  asks: readonly string[]
}

interface RegistrationGuideProps {
  groups: readonly GuideGroup[]
  /** What happens now, said plainly. */
  next: ReactNode
  actions: ReactNode
}

export function RegistrationGuide({ groups, next, actions }: RegistrationGuideProps) {
  return (
    <Section>
      <div className="split split-top">
        <div className="callout guide-next">
          <div>
            <h2>What you can do now</h2>
            <p>{next}</p>
          </div>
          <div className="actions">{actions}</div>
        </div>
        <div>
          <h2 className="guide-title">What we will ask, and why</h2>
          <ol className="guide">
            {groups.map(({ title, reason, asks }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p className="field-help">{reason}</p>
                <TickList lines={asks} />
              </li>
            ))}
          </ol>
        </div>
      </div>
    </Section>
  )
}
