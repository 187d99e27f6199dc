/** One question of a long form, drawn from its description; the boxes keep their own state, as HTML has it. */
import { type ReactNode, useEffect, useState } from 'react'
import type { RegistrationRule } from '#domain/registrations/rules.ts'
import { loadCountryNames } from '#site/lib/country-names.ts'
import { useSuggestions } from '#site/lib/use-suggestions.ts'
import { Choices } from '#site/ui/choices.tsx'
import { DateBoxes } from '#site/ui/date-boxes.tsx'
import { Field } from '#site/ui/field.tsx'
import { FieldGroup } from '#site/ui/field-group.tsx'
import { Checkbox, Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import type {
  CountryField,
  FormValue,
  FormValues,
  LineField,
  LongFormField,
  SelectField,
  SelfieField,
} from './definition.ts'
import { useOptions } from './use-options.ts'
import { splitChips, splitDate } from './values.ts'

interface FormFieldProps {
  id: string
  field: LongFormField
  rule: RegistrationRule | undefined
  optional: boolean
  values: FormValues
  error: string | undefined
  /** The camera's part, which only a form with a photo loads. */
  renderSelfie: (field: SelfieField, id: string, describedBy?: string) => ReactNode
}

export function FormField({ id, field, rule, optional, values, error, renderSelfie }: FormFieldProps) {
  const value = values[field.name]
  const text = typeof value === 'string' ? value : undefined
  if (field.control === 'tick') return <TickBox id={id} field={field} value={value} error={error} />

  const help = <FieldHelp field={field} />
  const shared = { id, label: field.label, help: hasHelp(field) && help, error, optional }
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
    const describedBy = [hasHelp(field) && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
    return <FieldGroup {...shared}>{renderSelfie(field, id, describedBy || undefined)}</FieldGroup>
  }
  const box = { name: field.name, defaultValue: text || undefined }
  return (
    <Field {...shared} required={!optional}>
      {field.control === 'select' && <SelectBox field={field} {...box} />}
      {field.control === 'area' && (
        <TextArea
          {...box}
          rows={field.rows ?? 3}
          autoComplete={field.autoComplete}
          placeholder={field.placeholder}
          maxLength={rule?.max}
        />
      )}
      {field.control === 'line' && <LineBox field={field} {...box} maxLength={lineLength(rule)} />}
      {field.control === 'country' && <CountryBox field={field} {...box} />}
      <FieldHint field={field} values={values} />
    </Field>
  )
}

interface BoxProps {
  name: string
  defaultValue: string | undefined
}

/** Digits may be typed in groups; everything else may be as long as its rule allows. */
function lineLength(rule: RegistrationRule | undefined): number | undefined {
  return rule && (rule.kind === 'digits' ? rule.max + 10 : rule.max)
}

function LineBox({ field, maxLength, ...box }: BoxProps & { field: LineField; maxLength?: number }) {
  const attributes = {
    ...box,
    type: field.type,
    inputMode: field.inputMode,
    autoComplete: field.autoComplete,
    placeholder: field.placeholder,
    maxLength,
  }
  if (!field.suggest) return <TextInput {...attributes} />
  return <SuggestingBox {...attributes} suggest={field.suggest} />
}

function CountryBox({ field: _field, ...box }: BoxProps & { field: CountryField }) {
  return <SuggestingBox {...box} autoComplete="country-name" maxLength={100} suggest={loadCountryNames} />
}

type SuggestingBoxProps = BoxProps &
  Pick<LineField, 'autoComplete' | 'placeholder' | 'inputMode'> & {
    maxLength?: number
    suggest: () => Promise<readonly string[]>
  }

function SuggestingBox({ suggest, ...rest }: SuggestingBoxProps) {
  const { words, load } = useSuggestions(suggest)
  const listId = `${rest.name}-words`
  return (
    <>
      <TextInput {...rest} list={listId} onFocus={load} />
      <datalist id={listId}>
        {words.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </>
  )
}

function SelectBox({ field, name, defaultValue }: BoxProps & { field: SelectField }) {
  const { options, isLoading, retry } = useOptions(field.options)
  return (
    <>
      <Select
        // Its first choice is made when the list is there.
        key={isLoading ? 'loading' : 'ready'}
        name={name}
        defaultValue={defaultValue}
        options={options}
        placeholder={isLoading ? 'Loading...' : field.placeholder}
        autoComplete={field.autoComplete}
        data-loading={isLoading || undefined}
      />
      {retry && (
        <button type="button" className="btn btn-quiet btn-sm" onClick={retry}>
          The list could not be loaded. Try again
        </button>
      )}
    </>
  )
}

interface TickBoxProps {
  id: string
  field: Extract<LongFormField, { control: 'tick' }>
  value: FormValue | undefined
  error: string | undefined
}

function TickBox({ id, field, value, error }: TickBoxProps) {
  return (
    <Checkbox
      id={id}
      name={field.name}
      label={field.label}
      help={hasHelp(field) && <FieldHelp field={field} />}
      error={error}
      defaultChecked={value === true}
    />
  )
}

function hasHelp({ help, why }: LongFormField): boolean {
  return Boolean(help || why)
}

function FieldHelp({ field: { help, why } }: { field: LongFormField }) {
  return (
    <>
      {help}
      {why && (
        <span className="field-why">
          <strong>Why we ask.</strong> {why}
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
      (found) => isWanted && setHint(found),
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
