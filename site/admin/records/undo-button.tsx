/** Takes back the newest of what was decided in the last ten seconds, where no message offers it. */
import { Button } from '#site/ui/button.tsx'
import { focusDialogName } from '#site/ui/toast.tsx'
import { nameUndo, undoLast, useUndoCount } from './offer-undo.ts'

export function UndoButton() {
  const count = useUndoCount()
  if (count === 0) return null
  return (
    <Button
      size="sm"
      variant="outline"
      className="undo-button"
      onClick={(event) => {
        focusDialogName(event)
        undoLast()
      }}
    >
      {nameUndo(count)}
    </Button>
  )
}
