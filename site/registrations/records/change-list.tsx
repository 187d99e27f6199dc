/** What was changed, before and after, in the form's own words; a secret shows its end alone. */
import { answerWords as words } from '#domain/registrations/answer-words.ts'
import type { AnswerChange } from '#domain/registrations/intake.ts'
import type { FormValue, LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { Answer } from '#site/registrations/long-form/review-facts.tsx'
import { listFields, listVisibleFields, ruleOf } from '#site/registrations/long-form/values.ts'
import { nameField } from './answers-list.tsx'

interface ChangeListProps {
  definition: LongFormDefinition
  changes: readonly AnswerChange[]
}

export function ChangeList({ definition, changes }: ChangeListProps) {
  // Two questions may have one name: the one that its answer belongs to.
  const after = Object.fromEntries(changes.map(({ field, after }) => [field, after as FormValue | undefined]))
  const fields = listFields(definition)
  const visible = listVisibleFields(definition, fields, after)
  return (
    <dl className="grid gap-2">
      {changes.map((change) => {
        const isMeant = ({ name }: { name: string }) => name === change.field
        const field = visible.find(isMeant) ?? fields.find(isMeant)
        const show = (value: unknown) =>
          field && !ruleOf(definition, field)?.secret ? (
            <Answer field={field} value={(value ?? undefined) as FormValue | undefined} />
          ) : (
            String(value ?? words.notGiven)
          )
        return (
          <div key={change.field}>
            <dt className="font-semibold">{field ? nameField(field) : change.field}</dt>
            <dd className="wrap-anywhere">
              <span className="text-stone">
                <span className="sr-only">{words.before} </span>
                {show(change.before)}
              </span>{' '}
              <span aria-hidden="true">→</span> <span className="sr-only">{words.now} </span>
              {show(change.after)}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
