/** Takes back the newest of what was decided in the last ten seconds; in the drawer, which the page's message lies behind, and where no message stands. */
import { Button } from '#site/ui/button.tsx'
import { undoLast, useUndoCount } from './offer-undo.ts'

export function UndoButton() {
  const count = useUndoCount()
  if (count === 0) return null
  return (
    <Button size="sm" variant="outline" onClick={undoLast}>
      {count === 1 ? 'Undo' : `Undo (${count} left)`}
    </Button>
  )
}
