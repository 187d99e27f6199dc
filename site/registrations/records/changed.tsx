/** What came of an owner's own change: before and after, and who hears of it. */
import { useEffect, useRef } from 'react'
import { findGuard } from '#domain/registrations/guards.ts'
import type { AnswerChange } from '#domain/registrations/intake.ts'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { Notice } from '#site/ui/panel.tsx'
import { ChangeList } from './change-list.tsx'

export function Changed({
  definition,
  changes,
}: {
  definition: LongFormDefinition
  changes: readonly AnswerChange[]
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <Notice kind="good">
      <div className="grid gap-3">
        <h3 ref={heading} tabIndex={-1} className="text-lg">
          We have your change
        </h3>
        <ChangeList definition={definition} changes={changes} />
        <p>
          The people who review your application see what it was before.
          {changes.some(({ field }) => findGuard(field)) &&
            ' We also write to the contact that we had before, so that nobody changes it behind your back.'}
        </p>
      </div>
    </Notice>
  )
}
