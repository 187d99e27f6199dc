/** A modal dialog on the browser's own <dialog>: focus is held inside, Escape closes, focus goes back afterwards. */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '#site/ui/icons.tsx'

interface DialogProps {
  open: boolean
  title: ReactNode
  onClose: () => void
  children?: ReactNode
  actions?: ReactNode
  /** `alertdialog` for a message that must be answered. */
  role?: 'dialog' | 'alertdialog'
  /** `side`: a drawer at the right edge, as high as the screen. */
  place?: 'centre' | 'side'
}

export function Dialog({ open, title, onClose, children, actions, role, place }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) {
      element.showModal()
      // The browser would choose the first button, which is Close.
      element.querySelector<HTMLElement>('[data-focus]')?.focus()
    }
    if (!open && element.open) element.close()
  }, [open])

  return (
    <dialog
      ref={dialog}
      className="dialog"
      role={role}
      data-place={place}
      aria-labelledby={titleId}
      // React lets both rise from a dialog that stands inside this one: that one's end is not this one's.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => event.target === event.currentTarget && open && onClose()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.stopPropagation()
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {open && children && <div className="dialog-body">{children}</div>}
      {open && actions && <div className="dialog-actions">{actions}</div>}
    </dialog>
  )
}
