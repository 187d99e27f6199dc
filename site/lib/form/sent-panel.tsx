/** In place of a form that was sent: the thanks, what was sent, where one may go on to, and an empty form again. */
import { useEffect, useRef } from 'react'
import type { FormDefinition } from '#domain/forms.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Folded } from '#site/ui/folded.tsx'
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
      <div className="form">
        <h3 ref={heading} tabIndex={-1}>
          {toasts?.besideSuccess ?? success}
        </h3>
        <Folded title="What you sent">
          <dl className="sent-answers">
            {sent.map(([label, answer]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </Folded>
        <div className="actions">
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
