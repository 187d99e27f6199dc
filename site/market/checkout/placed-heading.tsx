/** The code of the order that was just placed, as the heading that takes the focus. */
import { type ReactNode, useEffect, useRef } from 'react'

export function PlacedHeading({ code, children }: { code: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-2">
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        Order <span className="code whitespace-nowrap">{code}</span>
      </h1>
      {children}
    </div>
  )
}
