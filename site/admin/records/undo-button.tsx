/** Takes back the newest of what was decided in the last ten seconds, where no message offers it. */
import { useEffect } from 'react'
import { Button } from '#site/ui/button.tsx'
import { focusDialogName } from '#site/ui/toast.tsx'
import { nameUndo, restoreOnce, undoLast, useUndoCount } from './offer-undo.ts'

const loadStored = () => import('./stored-undo.ts')

export function UndoButton() {
  const count = useUndoCount()
  const isOffered = count > 0
  useEffect(() => restoreOnce(async () => (await loadStored()).restoreUndo()), [])
  useEffect(() => {
    if (isOffered)
      void loadStored().then(
        ({ storeUndos }) => storeUndos(),
        () => {},
      )
  }, [isOffered])
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
