/** Prints the list or the record as it stands, in the print style of the admin area. */
import { Button } from '#site/ui/button.tsx'

export function PrintButton() {
  return (
    <Button size="sm" variant="quiet" className="max-md:hidden" onClick={() => window.print()}>
      Print
    </Button>
  )
}
