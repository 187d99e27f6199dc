/** Prompts for confirmation before data is erased for good, with that as the heading; `children` may prompt for a typed word. */
import type { ReactNode } from 'react'
import { erasureWords as words } from '#domain/account/erasure-words.ts'
import { ConfirmButton } from '#site/ui/confirm-button.tsx'
import { SaveFirst } from '#site/ui/save-first.tsx'

interface EraseButtonProps {
  /** False: what `children` require is not there yet. */
  check?: () => boolean
  erase: () => Promise<void>
  /** The button of this page by which everything can be saved before. */
  saveFirst: string
  onErased: () => void
  children: (confirm: () => void) => ReactNode
  onClosed?: () => void
}

export function EraseButton({ erase, onErased, saveFirst, children, ...rest }: EraseButtonProps) {
  return (
    <div>
      <ConfirmButton
        label={words.label}
        title={words.ask.title}
        confirmLabel={words.ask.confirmLabel}
        busyLabel={words.ask.busyLabel}
        run={erase}
        onDone={onErased}
        {...rest}
      >
        {(confirm, close) => (
          <>
            {children(confirm)}
            <SaveFirst elementId={saveFirst} close={close} />
          </>
        )}
      </ConfirmButton>
    </div>
  )
}
