/** What is read by few: its title on one line, opened by a tap, with scripts and without. */
import type { ReactNode } from 'react'
import { Icon } from '#site/ui/icons.tsx'

export function Folded({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="folded">
      <summary>
        {title}
        <Icon name="down" />
      </summary>
      {children}
    </details>
  )
}
