/** An error beside what it is about, and an error that another try may end. */
import type { ReactNode } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'

export function ErrorNotice({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return (
    <Notice kind="warn">
      <p role="alert">{text}</p>
    </Notice>
  )
}

export function RetryNotice({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <Notice kind="warn">
      <div className="flex flex-wrap items-center gap-3">
        <p>{children}</p>
        <Button size="sm" variant="outline" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Notice>
  )
}
