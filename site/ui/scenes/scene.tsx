/** The frame of our own pictures: flat colour, few shapes, one size, a text that says what is seen. */
import type { ReactNode } from 'react'

export interface SceneProps {
  /** Set where the picture only repeats what stands beside it. */
  decorative?: boolean
}

export function Scene({
  label,
  decorative = false,
  viewBox = '0 0 480 360',
  children,
}: SceneProps & { label: string; viewBox?: string; children: ReactNode }) {
  return (
    <svg
      viewBox={viewBox}
      className="scene"
      role={decorative ? undefined : 'img'}
      aria-label={decorative ? undefined : label}
      aria-hidden={decorative || undefined}
    >
      {children}
    </svg>
  )
}
