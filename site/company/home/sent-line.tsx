/**
 * "You sent FM7K4-2X9Q on 23 November. Follow it": filled in by the first script, before and without the rest of the page's
 * scripts, from what this device remembers (`sent-here.ts`).
 */
import { useEffect, useRef, useState } from 'react'
import { isForgotten } from '#site/page-forgotten.ts'
import { paths } from '#site/paths.ts'

declare global {
  interface Window {
    /** Set by the first script: shows what the device remembers now. */
    showSent?: () => void
  }
}

const loadForgotten = () => import('./forgotten.tsx')

/** What `use-forgetting.tsx` takes, without a way back. */
function forgetForGood() {
  for (const store of [localStorage, sessionStorage])
    for (const name of Object.keys(store)) if (isForgotten(name, store)) store.removeItem(name)
  window.showSent?.()
}

export function SentLine() {
  const [parts, setParts] = useState<Awaited<ReturnType<typeof loadForgotten>> | null>(null)
  const line = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    // Someone who comes here within the open site.
    window.showSent?.()
    // Ready before it is needed: on the phone of someone else the network may be gone by then.
    if (!line.current?.hidden) loadForgotten().catch(() => {})
  }, [])

  return (
    <>
      <p ref={line} className="wrap sent-line" data-sent="" hidden suppressHydrationWarning>
        <b suppressHydrationWarning>You have sent us something.</b>
        {/* Not the router's: the first script says where it leads. */}
        <a href={paths.track} suppressHydrationWarning>
          Follow it
        </a>
        {/* Where that cannot be loaded, the references are forgotten for good. */}
        <button type="button" onClick={() => void loadForgotten().then(setParts, forgetForGood)}>
          Not my phone: forget it
        </button>
      </p>
      {parts && <parts.default onUndo={() => setParts(null)} />}
    </>
  )
}
