/** A button that prompts for confirmation, with the consequence as the heading, before something ends. */
import { type ReactNode, useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { toast } from '#site/ui/toast.tsx'

interface ConfirmButtonProps {
  label: string
  /** Where several of the same name stand on the page. */
  ariaLabel?: string
  variant?: 'danger' | 'outline'
  size?: 'sm'
  disabled?: boolean
  /** What happens then, as a sentence without a full stop. */
  title: string
  confirmLabel: string
  /** The way out. */
  keepLabel?: string
  busyLabel: string
  /** False: what `children` require is not there yet. */
  check?: () => boolean
  /** Its failure is shown in the dialog. */
  run: () => Promise<void>
  onDone: () => void
  /** Above the two buttons; `confirm` and `close` are what they do. */
  children?: (confirm: () => void, close: () => void) => ReactNode
  onClosed?: () => void
}

export function ConfirmButton({
  label,
  ariaLabel,
  variant = 'danger',
  size,
  disabled,
  title,
  confirmLabel,
  keepLabel = 'Keep it',
  busyLabel,
  check,
  run,
  onDone,
  onClosed,
  children,
}: ConfirmButtonProps) {
  const [isPrompting, setIsPrompting] = useState(false)
  const [isRunning, setIsRunning] = useState(false)
  const [errorText, setErrorText] = useState<string | null>(null)

  function close() {
    if (isRunning) return
    setIsPrompting(false)
    setErrorText(null)
    onClosed?.()
  }

  async function confirm() {
    if (isRunning || check?.() === false) return
    setErrorText(null)
    toast.dismiss()
    setIsRunning(true)
    try {
      await run()
    } catch (failure) {
      setIsRunning(false)
      return setErrorText(failure instanceof Error ? failure.message : String(failure))
    }
    setIsRunning(false)
    setIsPrompting(false)
    onDone()
  }

  return (
    <>
      <Button
        variant={variant}
        size={size}
        disabled={disabled}
        aria-label={ariaLabel}
        onClick={() => setIsPrompting(true)}
      >
        {label}
      </Button>
      <Dialog
        open={isPrompting}
        role="alertdialog"
        title={title}
        onClose={close}
        actions={
          <>
            <Button variant="danger" busy={isRunning} busyLabel={busyLabel} onClick={() => void confirm()}>
              {confirmLabel}
            </Button>
            <Button variant="outline" disabled={isRunning} onClick={close}>
              {keepLabel}
            </Button>
          </>
        }
      >
        {children?.(() => void confirm(), close)}
        <ErrorNotice text={errorText} />
      </Dialog>
    </>
  )
}
