/** The answers once more, as they will be sent; numbers that are secret stay masked until they are shown on demand. */
import { useState } from 'react'
import { formatDateInWords } from '#domain/dates.ts'
import type { SelectQuestion } from '#domain/questions.ts'
import { answerWords as words } from '#domain/registrations/answer-words.ts'
import { useOptions } from '#site/lib/form/use-options.ts'
import { usePhotoUrl } from '#site/registrations/selfie/use-photo-url.ts'
import { Band } from '#site/ui/band.tsx'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import type { LongFormDefinition, LongFormField } from './definition.ts'
import type { LongForm } from './use-long-form.ts'
import { listVisibleFields, ruleOf } from './values.ts'

export function ReviewFacts({ definition, form }: { definition: LongFormDefinition; form: LongForm }) {
  return (
    <article className="confirmation review" aria-label={words.label}>
      <Band />
      {definition.steps.map(({ id, title, fields }, index) => (
        <section key={id} aria-labelledby={`review-${id}`}>
          <div className="review-head">
            <h3 id={`review-${id}`}>{title}</h3>
            <Button variant="quiet" size="sm" onClick={() => form.steps.open(index)}>
              {words.change}
              <span className="sr-only"> {title}</span>
            </Button>
          </div>
          <dl>
            {listVisibleFields(definition, fields, form.values).map((field) => (
              <Fact
                key={`${field.name}:${field.control}`}
                definition={definition}
                field={field}
                form={form}
              />
            ))}
          </dl>
        </section>
      ))}
    </article>
  )
}

interface FactProps {
  definition: LongFormDefinition
  field: LongFormField
  form: LongForm
}

function Fact({ definition, field, form }: FactProps) {
  const problem = form.problemOf(field.name)
  const isLost = !problem && form.toGiveAgain.includes(field)
  // A box that nobody ticked says nothing.
  if (field.control === 'tick' && form.values[field.name] !== true && !problem) return null
  const term = field.control === 'tick' ? (field.shortLabel ?? field.label) : field.label
  return (
    <div className={problem || isLost ? 'review-wrong' : undefined}>
      <dt>{term}</dt>
      <dd>
        {isLost ? null : field.control === 'selfie' ? (
          <PhotoFact photo={form.photo} />
        ) : ruleOf(definition, field)?.secret && field.control !== 'date' ? (
          <SecretFact value={String(form.values[field.name] ?? '')} label={field.label} />
        ) : (
          <Answer field={field} value={form.values[field.name]} />
        )}
        {(problem || isLost) && (
          <span className="field-error">
            <Icon name="alert" />
            <span>{problem ?? words.neededAgain}</span>
          </span>
        )}
      </dd>
    </div>
  )
}

const nothing = <span className="field-note">{words.notGiven}</span>

export function Answer({ field, value }: { field: LongFormField; value: LongForm['values'][string] }) {
  if (field.control === 'tick') return value === true ? words.yes : words.no
  if (!value || (Array.isArray(value) && value.length === 0)) return nothing
  if (field.control === 'date') return formatDay(String(value))
  if (field.control === 'select') return <Chosen options={field.options} values={[String(value)]} />
  if (field.control === 'choice' || field.control === 'several') {
    return <Chosen options={field.options} values={Array.isArray(value) ? value : [String(value)]} />
  }
  return String(value)
}

function Chosen({ options, values }: { options: SelectQuestion['options']; values: readonly string[] }) {
  const { options: known } = useOptions(options)
  const labels = values.map((value) => {
    const option = known.find((each) => (typeof each === 'string' ? each : each.value) === value)
    return typeof option === 'object' ? option.label : value
  })
  return labels.join(', ')
}

function formatDay(value: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? formatDateInWords(`${value}T12:00:00Z`)
    : value
}

function SecretFact({ value, label }: { value: string; label: string }) {
  const [isShown, setIsShown] = useState(false)
  if (!value) return nothing
  return (
    <span className="review-secret">
      <span className="code">{isShown ? value : `•••• ${value.slice(-4)}`}</span>
      <Button variant="quiet" size="sm" onClick={() => setIsShown((shown) => !shown)}>
        {isShown ? words.hide : words.show}
        <span className="sr-only"> {label}</span>
      </Button>
    </span>
  )
}

function PhotoFact({ photo }: { photo: Blob | null }) {
  const url = usePhotoUrl(photo)
  if (!photo) return nothing
  return url && <img className="review-photo" src={url} alt={words.photo} />
}
