/** The answers of a registration as they were sent, in its form's own words; a secret is named and never shown. */
import type {
  FormValue,
  FormValues,
  LongFormDefinition,
  TickField,
} from '#site/registrations/long-form/definition.ts'
import { Answer } from '#site/registrations/long-form/review-facts.tsx'
import { listVisibleFields, ruleOf } from '#site/registrations/long-form/values.ts'
import { type Fact, FactList } from '#site/ui/confirmation.tsx'

interface AnswersListProps {
  definition: LongFormDefinition
  answers: Readonly<Record<string, unknown>>
}

export function AnswersList({ definition, answers }: AnswersListProps) {
  const values = answers as FormValues
  return (
    <div className="confirmation border-t">
      {definition.steps.map(({ id, title, fields }) => {
        // Whether the question applied may depend on a secret that is not here; then the answer itself shows it.
        const requested = listVisibleFields(definition, fields, values)
        const facts: Fact[] = fields
          .filter(
            (field) =>
              field.control !== 'selfie' && (requested.includes(field) || hasAnswer(values[field.name])),
          )
          .map((field) => ({
            term: field.control === 'tick' ? nameTick(field) : field.label,
            detail: ruleOf(definition, field)?.secret ? (
              'Stored encrypted'
            ) : (
              <Answer field={field} value={values[field.name] as FormValue | undefined} />
            ),
          }))
        // A step that was not answered in words (a photo) has nothing to show here.
        if (facts.length === 0) return null
        return (
          <section key={id}>
            <h3 className="border-b border-line px-6 pt-5 pb-2 text-lg">{title}</h3>
            <FactList facts={facts} />
          </section>
        )
      })}
    </div>
  )
}

function hasAnswer(value: FormValue | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** A sentence with a link in it has a short form. */
function nameTick({ name, label, shortLabel }: TickField): string {
  return shortLabel ?? (typeof label === 'string' ? label : name)
}
