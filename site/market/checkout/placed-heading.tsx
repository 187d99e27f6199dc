/** The code of the order that was just placed, as the heading that takes the focus. */
import { type ReactNode, useEffect, useRef } from 'react'
import { placedOrderWords as words } from '#domain/market/checkout-order-words.ts'

export function PlacedHeading({ code, children }: { code: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-2">
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        {words.order} <span className="code whitespace-nowrap">{code}</span>
      </h1>
      {children}
    </div>
  )
}
