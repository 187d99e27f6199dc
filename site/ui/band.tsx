/** The woven band: our signature edge, a small repeat drawn from adire and aso-oke cloth. */
import { useId } from 'react'
import { cx } from '#site/ui/cx.ts'

/** One row high as an edge; with room from its class it becomes a whole cloth. */
export function Band({ className }: { className?: string }) {
  const id = useId()
  return (
    <svg className={cx('band', className)} aria-hidden="true">
      <pattern id={id} width="56" height="14" patternUnits="userSpaceOnUse">
        <path fill="#27386b" d="M0 0h56v14H0z" />
        <path fill="#e0a526" d="M0 7l7-7 7 7-7 7zM28 7l7-7 7 7-7 7z" />
        <path fill="none" stroke="#fbf8f1" strokeWidth="1.4" d="M14 7l7-7 7 7-7 7zM42 7l7-7 7 7-7 7z" />
        <path fill="#fbf8f1" d="M21 5l2 2-2 2-2-2zM49 5l2 2-2 2-2-2z" />
        <path fill="#27386b" d="M7 4.5l2.5 2.5L7 9.5 4.5 7zM35 4.5l2.5 2.5L35 9.5 32.5 7z" />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
