/** Confirms before data is erased for good; `children` may prompt for a typed word. */

import { type ReactNode, useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'

interface EraseButtonProps {
  /** False: what `children` prompts for is not there yet. */
  check?: () => boolean
  /** Its failure is shown in the dialog. */
  erase: () => Promise<void>
  onErased: () => void
  /** Above the question's answers; `confirm` is what the red button does. */
  children: (confirm: () => void) => ReactNode
  onClosed?: () => void
}

export function EraseButton({ check, erase, onErased, onClosed, children }: EraseButtonProps) {
  const [isPrompting, setIsPrompting] = useState(false)
  const [isErasing, setIsErasing] = useState(false)
  const [errorText, setErrorText] = useState<string | null>(null)

  function close() {
    if (isErasing) return
    setIsPrompting(false)
    setErrorText(null)
    onClosed?.()
  }

  async function confirm() {
    if (isErasing || check?.() === false) return
    setErrorText(null)
    setIsErasing(true)
    try {
      await erase()
    } catch (failure) {
      setIsErasing(false)
      return setErrorText(failure instanceof Error ? failure.message : String(failure))
    }
    setIsErasing(false)
    setIsPrompting(false)
    onErased()
  }

  return (
    <>
      <div>
        <Button variant="danger" onClick={() => setIsPrompting(true)}>
          Erase my data
        </Button>
      </div>
      <Dialog
        open={isPrompting}
        role="alertdialog"
        title="Erase your data for good?"
        onClose={close}
        actions={
          <>
            <Button variant="danger" busy={isErasing} busyLabel="Erasing..." onClick={() => void confirm()}>
              Erase for good
            </Button>
            <Button variant="outline" disabled={isErasing} onClick={close}>
              Keep it
            </Button>
          </>
        }
      >
        {children(() => void confirm())}
        <ErrorNotice text={errorText} />
      </Dialog>
    </>
  )
}
