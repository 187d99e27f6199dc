/** After a refusal because a colleague changed the row: what was typed gives way to the row as it is now. */
import type { Action } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'

export function SeeRow({ action, onSee }: { action: Action; onSee: () => void }) {
  if (action.field !== 'seen') return null
  return (
    <Button
      size="sm"
      variant="quiet"
      onClick={() => {
        action.reset()
        onSee()
      }}
    >
      Show it as it is now
    </Button>
  )
}
