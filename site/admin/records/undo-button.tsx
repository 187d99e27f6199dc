/** Takes back the newest of what was decided in the last ten seconds, where no message offers it. */
import { useEffect } from 'react'
import { Button } from '#site/ui/button.tsx'
import { focusDialogName } from '#site/ui/toast.tsx'
import { nameUndo, restoreOnce, undoLast, useUndoCount } from './offer-undo.ts'

export function UndoButton() {
  const count = useUndoCount()
  useEffect(restoreOnce, [])
  if (count === 0) return null
  return (
    <Button
      size="sm"
      variant="outline"
      className="undo-button"
      onClick={(event) => {
        focusDialogName(event)
        void undoLast()
      }}
    >
      {nameUndo(count)}
    </Button>
  )
}
