/** The mark: the picture that staff have published, else our own: the sun over ridged ground, on a woven hem. */
import { cx } from '#site/ui/cx.ts'

export function Logo({ src, className }: { src?: string | null; className?: string }) {
  if (src) return <img src={src} alt="" width="40" height="40" className={cx('logo', className)} />
  return (
    <svg viewBox="0 0 40 40" className={cx('logo', className)} aria-hidden="true">
      <rect width="40" height="40" rx="3" fill="#123a26" />
      <circle cx="20" cy="15" r="7" fill="#e0a526" />
      <path d="M0 17c8-5 14-5 20-2s13 2 20-2v19H0z" fill="#1e5b3a" />
      <path
        d="M20 16C13 19 6 25 2 32M20 16c-3 4-6 10-7 16M20 16c3 4 6 10 7 16M20 16c7 3 14 9 18 16"
        fill="none"
        stroke="#e0a526"
        strokeWidth="1.6"
      />
      <path d="M0 32h40v5a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3z" fill="#27386b" />
      <path d="M2 36l3-3 3 3-3 3zM12 36l3-3 3 3-3 3zM22 36l3-3 3 3-3 3zM32 36l3-3 3 3-3 3z" fill="#fbf8f1" />
    </svg>
  )
}
