/** Asked before a sign-in on a shared phone takes the references of other people off it. Loaded where this device remembers any. */
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
