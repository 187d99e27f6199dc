/** A title with what is read by few under it: opened by a tap, with scripts and without. */
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '#site/ui/cx.ts'
import { Icon } from '#site/ui/icons.tsx'

interface FoldProps {
  summary: ReactNode
  /** Folded on a phone alone: open on a wide screen and in print. */
  isOpenOnDesktop?: boolean
  /** Open until it is tapped. */
  isOpenAtFirst?: boolean
  className?: string
  children: ReactNode
}

export function Fold({
  summary,
  isOpenOnDesktop = false,
  isOpenAtFirst = false,
  className,
  children,
}: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null)
  // Styles show it on a wide screen already (reading.css); from here on the element says so itself.
  useEffect(() => {
    if (isOpenOnDesktop && details.current && matchMedia('(width >= 48rem)').matches)
      details.current.open = true
  }, [isOpenOnDesktop])
  return (
    <details
      ref={details}
      open={isOpenAtFirst}
      className={cx('fold', isOpenOnDesktop ? 'fold-on-phone' : 'fold-lined', className)}
    >
      <summary>
        {summary}
        <Icon name="down" />
      </summary>
      {children}
    </details>
  )
}
