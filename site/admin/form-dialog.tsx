/** A form in a dialog: its title, its boxes, and the button that sends it. */
import type { ReactNode } from 'react'
import type { ActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'

interface FormDialogProps {
  /** The id of the form. */
  id: string
  form: ActionForm
  title: string
  submitLabel: string
  busyLabel: string
  onClose: () => void
  children: ReactNode
}

export function FormDialog({ id, form, title, submitLabel, busyLabel, onClose, children }: FormDialogProps) {
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={id} busy={form.isBusy} busyLabel={busyLabel}>
            {submitLabel}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <FormElement form={form} id={id} className="grid gap-4">
        {children}
      </FormElement>
    </Dialog>
  )
}
