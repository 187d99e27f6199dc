/** The woven band: our signature edge, a small repeat drawn from adire and aso-oke cloth (page.css). */
import { cx } from '#site/ui/cx.ts'

/** One row high as an edge; with room from its class it becomes a whole cloth. `share`: how much of it is woven, in per cent. */
export function Band({ className, share }: { className?: string; share?: number }) {
  const style = share === undefined ? undefined : { clipPath: `inset(0 ${100 - share}% 0 0)` }
  return <div className={cx('band', className)} style={style} aria-hidden="true" />
}
