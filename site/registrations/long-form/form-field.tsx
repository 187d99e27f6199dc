/** One question of a long form, drawn from its description; the inputs are uncontrolled, as in HTML. */
import { type ReactNode, useEffect, useState } from 'react'
import { whyLabel } from '#domain/registrations/long-form-words.ts'
import type { RegistrationRule } from '#domain/registrations/rules.ts'
import { QuestionField } from '#site/lib/form/question-field.tsx'
import { Choices } from '#site/ui/choices.tsx'
import { DateBoxes } from '#site/ui/date-boxes.tsx'
import { FieldGroup } from '#site/ui/field-group.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import type { FormValues, LongFormField } from './definition.ts'
import { splitChips, splitDate } from './values.ts'

interface FormFieldProps {
  id: string
  field: LongFormField
  rule: RegistrationRule | undefined
  optional: boolean
  values: FormValues
  error: string | undefined
  /** The camera's part, which only a form with a photo loads. */
  renderSelfie: (id: string, describedBy?: string) => ReactNode
}

export function FormField({ id, field, rule, optional, values, error, renderSelfie }: FormFieldProps) {
  const value = values[field.name]
  const text = typeof value === 'string' ? value : undefined
  const help = Boolean(field.help || field.why) && <FieldHelp field={field} />
  if (field.control === 'tick') {
    return (
      <QuestionField
        id={id}
        question={field}
        optional={optional}
        value={value === true}
        help={help}
        error={error}
      />
    )
  }
  const shared = { id, label: field.label, help, error, optional }
  const invalid = Boolean(error)
  if (field.control === 'choice' || field.control === 'several') {
    return (
      <FieldGroup {...shared}>
        <Choices
          id={id}
          name={field.name}
          type={field.control === 'choice' ? 'radio' : 'checkbox'}
          options={field.options}
          chosen={Array.isArray(value) ? value : [text ?? '']}
          chips={field.control === 'several'}
          invalid={invalid}
        />
        <FieldHint field={field} values={values} />
      </FieldGroup>
    )
  }
  if (field.control === 'chips-text') {
    const { chips, typed } = splitChips(field.options, value)
    return (
      <FieldGroup {...shared}>
        <Choices
          id={id}
          name={`${field.name}-chip`}
          type="checkbox"
          options={field.options}
          chosen={chips}
          chips
          invalid={invalid}
        />
        <label htmlFor={`${id}-other`} className="field-other">
          {field.otherLabel}
        </label>
        <TextArea
          id={`${id}-other`}
          name={field.name}
          rows={2}
          defaultValue={typed || undefined}
          maxLength={rule?.max}
          aria-invalid={invalid || undefined}
        />
        <FieldHint field={field} values={values} />
      </FieldGroup>
    )
  }
  if (field.control === 'date') {
    return (
      <FieldGroup {...shared}>
        <DateBoxes
          id={id}
          name={field.name}
          {...splitDate(value)}
          autoComplete={field.autoComplete}
          invalid={invalid}
        />
        <FieldHint field={field} values={values} />
      </FieldGroup>
    )
  }
  if (field.control === 'selfie') {
    const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
    return <FieldGroup {...shared}>{renderSelfie(id, describedBy || undefined)}</FieldGroup>
  }
  return (
    <QuestionField
      id={id}
      question={field}
      optional={optional}
      value={text}
      help={help}
      error={error}
      maxLength={field.control === 'country' ? 100 : lineLength(rule)}
    >
      <FieldHint field={field} values={values} />
    </QuestionField>
  )
}

/** Digits may be typed in groups; everything else may be as long as its rule allows. */
function lineLength(rule: RegistrationRule | undefined): number | undefined {
  return rule && (rule.kind === 'digits' ? rule.max + 10 : rule.max)
}

function FieldHelp({ field: { help, why } }: { field: LongFormField }) {
  return (
    <>
      {help}
      {why && (
        <span className="field-why">
          <strong>{whyLabel}</strong> {why}
        </span>
      )}
    </>
  )
}

/** Said politely, under the box; it blocks nothing. */
function FieldHint({ field, values }: { field: LongFormField; values: FormValues }) {
  const [hint, setHint] = useState<string | null>(null)
  useEffect(() => {
    let isWanted = true
    Promise.resolve(field.hint?.(values) ?? null).then(
      (result) => isWanted && setHint(result),
      () => {}, // a hint that cannot be had is none
    )
    return () => {
      isWanted = false
    }
  }, [field, values])
  if (!field.hint) return null
  return (
    <p className="field-hint" role="status">
      {hint}
    </p>
  )
}
