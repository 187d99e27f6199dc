/** In the drawer, which the page's message lies behind: the undo that the message offers, as long as it does. */
import { Button } from '#site/ui/button.tsx'
import { toast, useToastAction } from '#site/ui/toast.tsx'

export function UndoButton() {
  const action = useToastAction()
  if (!action) return null
  return (
    <Button size="sm" variant="outline" onClick={toast.act}>
      {action.label}
    </Button>
  )
}
