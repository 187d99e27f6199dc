/**
 * "You sent FM7K4-2X9Q on 23 November. Follow it": filled in by the first script, before and without the rest of the page's
 * scripts, from what this device remembers (`sent-here.ts`).
 */
import { useEffect } from 'react'
import { Link } from 'react-router'
import { paths } from '#site/paths.ts'

declare global {
  interface Window {
    /** Of the first script. */
    showSent?: (isOver?: 'forget') => void
  }
}

export function SentLine() {
  // Someone who comes here within the open site.
  useEffect(() => window.showSent?.(), [])

  return (
    <p className="wrap sent-line" data-sent="" hidden suppressHydrationWarning>
      <b suppressHydrationWarning>You have sent us something.</b>
      <Link to={paths.track}>Follow it</Link>
      <button type="button" onClick={() => window.showSent?.('forget')}>
        Not my phone: forget it
      </button>
    </p>
  )
}
