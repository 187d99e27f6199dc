/** A modal dialog with a title, a body and actions. */
import { type ReactNode, useId } from 'react'
import { Icon } from '#site/ui/icons.tsx'
import { Modal } from '#site/ui/modal.tsx'
import { Toaster } from '#site/ui/toast.tsx'

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
  const titleId = useId()
  return (
    <Modal
      open={open}
      onClose={onClose}
      className="dialog"
      role={role}
      data-place={place}
      aria-labelledby={titleId}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {open && children && <div className="dialog-body">{children}</div>}
      {open && (
        <div className="dialog-foot">
          <Toaster isInDialog />
          {actions && <div className="dialog-actions">{actions}</div>}
        </div>
      )}
    </Modal>
  )
}
