/** Asks once more before data is erased for good; `children` may ask for a typed word. */
import type { ReactNode } from 'react'
import { ConfirmButton } from '#site/ui/confirm-button.tsx'

interface EraseButtonProps {
  /** False: what `children` asks for is not there yet. */
  check?: () => boolean
  erase: () => Promise<void>
  onErased: () => void
  children: (confirm: () => void) => ReactNode
  onClosed?: () => void
}

export function EraseButton({ erase, onErased, ...rest }: EraseButtonProps) {
  return (
    <div>
      <ConfirmButton
        label="Erase my data"
        title="Erase your data for good?"
        confirmLabel="Erase for good"
        busyLabel="Erasing..."
        run={erase}
        onDone={onErased}
        {...rest}
      />
    </div>
  )
}
