/** Prints the page or the record as it stands, in the print style of the admin area; a list is printed as a whole. */
import { Button } from '#site/ui/button.tsx'

export function PrintButton({ onPrint = () => window.print() }: { onPrint?: () => void }) {
  return (
    <Button size="sm" variant="quiet" className="max-md:hidden" onClick={onPrint}>
      Print
    </Button>
  )
}
