/** Before something ends for good: the way to where everything can be saved. */
import { erasureWords } from '#domain/account/erasure-words.ts'
import { Button } from '#site/ui/button.tsx'

interface SaveFirstProps {
  /** The button of this page that is led to. */
  elementId: string
  /** Closes the dialog that it stands in. */
  close: () => void
}

export function SaveFirst({ elementId, close }: SaveFirstProps) {
  return (
    <div>
      <Button
        variant="outline"
        size="sm"
        onClick={() => {
          close()
          // The dialog gives the focus back to its own button first.
          requestAnimationFrame(() => document.getElementById(elementId)?.focus())
        }}
      >
        {erasureWords.saveFirst}
      </Button>
    </div>
  )
}
