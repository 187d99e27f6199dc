/** Asked before a sign-in on a shared phone takes the references of other people off it. Loaded where this device remembers any. */
import { useEffect, useState } from 'react'
import { sharedPhoneWords as words } from '#domain/account/shared-phone-words.ts'
import { listGuestsSent } from '#site/lib/sent-here.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'

export const isAsked = () => listGuestsSent().length > 0

interface SharedPhoneQuestionProps {
  onConfirm: () => void
  onClose: () => void
}

export function SharedPhoneQuestion({ onConfirm, onClose }: SharedPhoneQuestionProps) {
  // It is drawn only while it is open: the browser gives no focus back from a dialog that is gone.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus()
    },
    [before],
  )
  return (
    <Dialog
      open
      role="alertdialog"
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" onClick={onConfirm}>
            {words.confirmLabel}
          </Button>
          <Button variant="outline" onClick={onClose}>
            {words.keepLabel}
          </Button>
        </>
      }
    >
      <p>{words.text}</p>
      <ul className="pt-3">
        {listGuestsSent().map(({ reference }) => (
          <li key={reference} className="code">
            {reference}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
