/** The way out of a small form: off while it is being sent. */
import { cancelLabel } from '#domain/form-words.ts'
import { Button } from '#site/ui/button.tsx'

interface CancelButtonProps {
  form: { isSending: boolean }
  onCancel: () => void
}

export function CancelButton({ form, onCancel }: CancelButtonProps) {
  return (
    <Button variant="quiet" disabled={form.isSending} onClick={onCancel}>
      {cancelLabel}
    </Button>
  )
}
