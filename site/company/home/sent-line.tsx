/**
 * "You sent FM7K4-2X9Q on 23 November. Follow it": filled in by the first script, before and without the rest of the page's
 * scripts, from what this device remembers (`sent-here.ts`).
 */
import { useEffect, useState } from 'react'
import { paths } from '#site/paths.ts'

declare global {
  interface Window {
    /** Of the first script, which knows under which key the device remembers: after `change` it shows what is there then. */
    showSent?: (change?: (key: string) => void) => void
  }
}

export function SentLine() {
  // Someone who comes here within the open site.
  useEffect(() => window.showSent?.(), [])

  /** What the device remembered, as long as this page is open: one tap gives it back. */
  const [forgotten, setForgotten] = useState<string | null>(null)

  function forget() {
    window.showSent?.((key) => {
      setForgotten(localStorage.getItem(key))
      localStorage.removeItem(key)
    })
  }

  function undo() {
    window.showSent?.((key) => localStorage.setItem(key, forgotten ?? '[]'))
    setForgotten(null)
  }

  return (
    <>
      <p className="wrap sent-line" data-sent="" hidden suppressHydrationWarning>
        <b suppressHydrationWarning>You have sent us something.</b>
        {/* Not the router's: the first script says where it leads. */}
        <a href={paths.track} suppressHydrationWarning>
          Follow it
        </a>
        <button type="button" onClick={forget}>
          Not my phone: forget it
        </button>
      </p>
      {forgotten && (
        <p ref={takeFocus} tabIndex={-1} className="wrap sent-line">
          <b>This phone has forgotten every reference that was sent from it.</b>
          <button type="button" onClick={undo}>
            Undo
          </button>
        </p>
      )}
    </>
  )
}

/** The button that was pressed is gone. */
function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
