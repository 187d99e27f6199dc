/** What came of an owner's own change: before and after, and who hears of it. */
import { useEffect, useRef } from 'react'
import { changedWords as words } from '#domain/registrations/correction-words.ts'
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
          {words.title}
        </h3>
        <ChangeList definition={definition} changes={changes} />
        <p>
          {words.seen} {changes.some(({ field }) => findGuard(field)) && words.told}
        </p>
      </div>
    </Notice>
  )
}
