/** The answers of a registration as they were sent, in its form's own words; a secret is named and never shown. */
import type { ReactNode } from 'react'
import { answerWords } from '#domain/registrations/answer-words.ts'
import type {
  FormValue,
  FormValues,
  LongFormDefinition,
  LongFormField,
  LongFormStep,
} from '#site/registrations/long-form/definition.ts'
import { Answer } from '#site/registrations/long-form/review-facts.tsx'
import { listVisibleFields, ruleOf } from '#site/registrations/long-form/values.ts'
import { type Fact, FactList } from '#site/ui/confirmation.tsx'

interface AnswersListProps {
  definition: LongFormDefinition
  answers: Readonly<Record<string, unknown>>
  /** Beside the title of a group. */
  renderAction?: (step: LongFormStep) => ReactNode
  /** In place of a group's answers; null: they are shown. */
  renderInstead?: (step: LongFormStep) => ReactNode
}

export function AnswersList({ definition, answers, renderAction, renderInstead }: AnswersListProps) {
  const values = answers as FormValues
  return (
    <div className="confirmation border-t whitespace-pre-line">
      {definition.steps.map((step) => {
        const { id, title, fields } = step
        // Whether the question applied may depend on a secret that is not here; then the answer itself shows it.
        const requested = listVisibleFields(definition, fields, values)
        const facts: Fact[] = fields
          .filter(
            (field) =>
              field.control !== 'selfie' &&
              (requested.includes(field) ||
                (hasAnswer(values[field.name]) && !requested.some(({ name }) => name === field.name))),
          )
          .map((field) => ({
            term: nameField(field),
            detail: ruleOf(definition, field)?.secret ? (
              answerWords.encrypted
            ) : (
              <Answer field={field} value={values[field.name] as FormValue | undefined} />
            ),
          }))
        // A step that was not answered in words (a photo) has nothing to show here.
        if (facts.length === 0) return null
        // A button has room of its own.
        const action = renderAction?.(step)
        return (
          <section key={id} aria-label={title}>
            <div
              className={`flex items-center justify-between gap-x-4 max-[15rem]:flex-wrap border-b border-line ps-6 pe-3 pt-4 ${action ? 'pb-1' : 'pb-3'}`}
            >
              <h3 className="text-lg">{title}</h3>
              {action}
            </div>
            {renderInstead?.(step) ?? <FactList facts={facts} />}
          </section>
        )
      })}
    </div>
  )
}

export function hasAnswer(value: FormValue | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** A sentence with a link in it has a short form. */
export function nameField(field: LongFormField): string {
  return (field.control === 'tick' && field.shortLabel) || field.label
}
