/** After "Not my phone: forget it" on the home page. Loaded where this device remembers something. */
import { useEffect, useRef } from 'react'
import { draftPrefix, linksName } from '#site/lib/draft.ts'
import { useForgetting } from '#site/lib/use-forgetting.tsx'
import { guestCheckoutName } from '#site/page-drafts.ts'

/** Takes what the device remembers; the answer gives it back. */
function forgetSent(): () => void {
  const taken: (() => void)[] = []
  window.showSent?.((key) => {
    taken.push(
      take(localStorage, key),
      take(sessionStorage, key),
      // What leads there: an order that waits for its transfer, with its link and whom it goes to, and the links of this tab.
      take(localStorage, draftPrefix + guestCheckoutName),
      take(sessionStorage, draftPrefix + linksName),
    )
  })
  return () => window.showSent?.(() => taken.forEach((giveBack) => giveBack()))
}

/** As long as this page is open, one tap gives it back. */
export default function Forgotten({ onUndo }: { onUndo: () => void }) {
  const forgetting = useForgetting()
  const giveBack = useRef<() => void>(undefined)
  useEffect(() => {
    if (giveBack.current) return
    giveBack.current = forgetSent()
    forgetting.forget()
  }, [])

  function undo() {
    giveBack.current?.()
    forgetting.undo()
    onUndo()
  }

  return (
    <p ref={takeFocus} tabIndex={-1} className="wrap sent-line">
      <b>This phone has forgotten every reference that was sent from it.</b>
      <button type="button" onClick={undo}>
        Undo
      </button>
      {forgetting.notice}
    </p>
  )
}

/** Removes it; the answer gives it back. */
function take(store: Storage, key: string): () => void {
  const text = store.getItem(key)
  store.removeItem(key)
  return () => text !== null && store.setItem(key, text)
}

/** The button that was pressed is gone. */
function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
