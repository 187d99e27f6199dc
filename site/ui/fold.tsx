/** A heading with what stands under it: folded on a phone, with or without scripts; open on a desk and on paper. */
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '#site/ui/cx.ts'
import { Icon } from '#site/ui/icons.tsx'

interface FoldProps {
  summary: ReactNode
  className?: string
  children: ReactNode
}

export function Fold({ summary, className, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null)
  // Styles show it on a desk already (reading.css); from here on the element says so itself.
  useEffect(() => {
    if (details.current && matchMedia('(width >= 48rem)').matches) details.current.open = true
  }, [])
  return (
    <details ref={details} className={cx('fold', className)}>
      <summary>
        {summary}
        <Icon name="down" />
      </summary>
      {children}
    </details>
  )
}
