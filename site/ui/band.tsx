/** The woven band: our signature edge, a small repeat drawn from adire and aso-oke cloth (page.css). */
import { cx } from '#site/ui/cx.ts'

/** One row high as an edge; with room from its class it becomes a whole cloth. */
export function Band({ className }: { className?: string }) {
  return <div className={cx('band', className)} aria-hidden="true" />
}
