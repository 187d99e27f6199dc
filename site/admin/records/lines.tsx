/** What belongs together in one cell of a list: the fact that is looked for, and quieter ones below it. */
import type { ReactNode } from 'react'

interface LinesProps {
  main: ReactNode
  /** Named, so that each has a stable React key; left out where there is nothing to say. */
  more?: Readonly<Record<string, ReactNode>>
  /** A text without an end of its own: two lines of it. */
  text?: string | null
}

export function Lines({ main, more = {}, text }: LinesProps) {
  return (
    <div className="grid gap-0.5 wrap-anywhere md:max-w-56">
      <p>{main}</p>
      {Object.entries(more).map(
        ([name, line]) =>
          line && (
            <p key={name} className="text-xs text-stone">
              {line}
            </p>
          ),
      )}
      {text && <p className="line-clamp-2 text-xs text-stone">{text}</p>}
    </div>
  )
}
