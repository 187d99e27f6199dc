/** After "Not my phone: forget it" on the home page. Loaded where this device remembers something. */
import { useEffect, useRef } from 'react'
import { forgottenWords as words } from '#domain/not-my-phone-words.ts'
import { useForgetting } from '#site/lib/use-forgetting.tsx'

/** As long as this page is open, one tap gives it back. */
export default function Forgotten({ onUndo }: { onUndo: () => void }) {
  const forgetting = useForgetting()
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    forgetting.forget()
    window.showSent?.()
  }, [])

  function undo() {
    forgetting.undo()
    window.showSent?.()
    onUndo()
  }

  return (
    <p ref={takeFocus} tabIndex={-1} className="wrap sent-line">
      <b>{words.forgotten}</b>
      <button type="button" onClick={undo}>
        Undo
      </button>
      {forgetting.notice}
    </p>
  )
}

/** The button that was pressed is gone. */
function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
