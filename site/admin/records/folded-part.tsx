/** A part of a record that is folded away: drawn, and its code and answers fetched, once the user goes for it. */
import { type ReactNode, useState } from 'react'

interface FoldedPartProps {
  title: ReactNode
  /** What the palette leads to by this name (take-step.ts). */
  step?: string
  /** The same, where the place is inside. */
  opens?: string
  className?: string
  /** For the line that opens it. */
  titleClass?: string
  /** From the start. */
  isOpen?: boolean
  children: () => ReactNode
}

export function FoldedPart({
  title,
  step,
  opens,
  className,
  titleClass,
  isOpen = false,
  children,
}: FoldedPartProps) {
  const [isWanted, setIsWanted] = useState(isOpen)
  const want = () => setIsWanted(true)
  return (
    <details
      className={className}
      data-opens={opens}
      open={isOpen}
      onPointerEnter={want}
      onFocus={want}
      onToggle={want}
    >
      <summary data-step={step} className={titleClass}>
        {title}
      </summary>
      {isWanted && children()}
    </details>
  )
}
