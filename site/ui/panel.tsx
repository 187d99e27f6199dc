/** A ruled sheet with an optional head, for forms, notices and groups of facts. */
import type { ReactNode } from 'react'
import { cx } from '#site/ui/cx.ts'

interface PanelProps {
  title?: ReactNode
  /** Sits at the right of the title. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

export function Panel({ title, aside, className, children }: PanelProps) {
  return (
    <section className={cx('panel', className)}>
      {(title || aside) && (
        <div className="panel-head">
          {title && <h2>{title}</h2>}
          {aside}
        </div>
      )}
      <div className="panel-body">{children}</div>
    </section>
  )
}

/** A sentence set apart: information, what staff should look at (admin alone), a warning, or good news. */
export function Notice({
  kind = 'info',
  children,
}: {
  kind?: 'info' | 'look' | 'warn' | 'good'
  children: ReactNode
}) {
  return <div className={cx('notice', kind !== 'info' && `notice-${kind}`)}>{children}</div>
}
