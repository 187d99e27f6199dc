/** In place of a form that was sent: the thanks, what was sent, where one may go on to, and an empty form again. */
import { useEffect, useRef } from 'react'
import type { FormDefinition } from '#domain/forms.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { FactList } from '#site/ui/confirmation.tsx'
import { Panel } from '#site/ui/panel.tsx'

interface SentPanelProps {
  definition: FormDefinition
  sent: readonly [label: string, answer: string][]
  onAnother: () => void
}

export function SentPanel({ definition: { success, toasts, next = [] }, sent, onAnother }: SentPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone: what came of it has the focus, and is seen.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <Panel className="sent-panel">
      <div className="grid grid-cols-1 gap-5">
        <h3 ref={heading} tabIndex={-1} className="text-xl">
          {toasts?.besideSuccess ?? success}
        </h3>
        <details>
          <summary>What you sent</summary>
          <FactList facts={sent.map(([term, detail]) => ({ term, detail }))} />
        </details>
        <div className="flex flex-wrap gap-3">
          {next.map(({ label, path }) => (
            <ButtonLink key={path} to={path}>
              {label}
            </ButtonLink>
          ))}
          <Button variant="outline" onClick={onAnother}>
            Send another
          </Button>
        </div>
      </div>
    </Panel>
  )
}
