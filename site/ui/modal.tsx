/** The browser's own modal <dialog>: focus is held inside, Escape closes, focus goes back afterwards. */
import { type ComponentProps, useEffect, useRef } from 'react'

interface ModalProps extends Omit<ComponentProps<'dialog'>, 'open' | 'onClose' | 'onCancel' | 'onKeyDown'> {
  open: boolean
  onClose: () => void
  /** A click beside it, on its backdrop, closes it too. */
  closesBeside?: boolean
}

export function Modal({ open, onClose, closesBeside, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) {
      element.showModal()
      // The browser would choose the first button, which is often Close.
      element.querySelector<HTMLElement>('[data-focus]')?.focus()
    }
    if (!open && element.open) element.close()
  }, [open])

  return (
    <dialog
      {...rest}
      ref={dialog}
      // React lets these rise from a dialog that stands inside this one: that one's end is not this one's.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // The browser reports the end in a task of its own: by then the dialog may have been opened again.
      onClose={({ target, currentTarget }) =>
        target === currentTarget && open && !currentTarget.open && onClose()
      }
      onClick={(event) => closesBeside && event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => {
        // Escape is for this dialog alone, not for what waits below it.
        if (event.key === 'Escape') event.stopPropagation()
      }}
    />
  )
}
