/** What is in a long form: which questions are visible, what their inputs hold, and the answers that are sent. */
import type { AnswersInput } from '#domain/forms.ts'
import { type DateParts, joinDate } from '#domain/registrations/checks.ts'
import { holds, surround } from '#domain/registrations/read.ts'
import type { RegistrationRule } from '#domain/registrations/rules.ts'
import type { FormValue, FormValues, LongFormDefinition, LongFormField } from './definition.ts'

export function ruleOf({ rules }: LongFormDefinition, { name }: LongFormField): RegistrationRule | undefined {
  return Object.hasOwn(rules, name) ? rules[name] : undefined
}

function isRequested(definition: LongFormDefinition, field: LongFormField, values: FormValues): boolean {
  const condition = ruleOf(definition, field)?.appliesWhen
  if (condition && !holds(condition, surround(values, definition.settings ?? {}).input)) return false
  return field.when?.(values) ?? true
}

export function isOptional(
  definition: LongFormDefinition,
  field: LongFormField,
  values: FormValues,
): boolean {
  if (field.control === 'selfie') return false
  const rule = ruleOf(definition, field)
  if (!rule || rule.min === 0) return true
  // As it is shown: a field that may stay empty does not become required by being typed into.
  const others = { ...values, [field.name]: undefined }
  return (
    rule.optionalWhen !== undefined &&
    holds(rule.optionalWhen, surround(others, definition.settings ?? {}).input)
  )
}

/** The questions of one step, or of the review page, that apply to this person. */
export function listVisibleFields(
  definition: LongFormDefinition,
  fields: readonly LongFormField[],
  values: FormValues,
): LongFormField[] {
  return fields.filter((field) => isRequested(definition, field, values))
}

export function listFields(definition: LongFormDefinition): LongFormField[] {
  return [...definition.steps.flatMap((step) => step.fields), ...definition.reviewFields]
}

/** After a change: the answer of a question that is hidden now is gone, and does not come back with it. */
export function dropHidden(
  definition: LongFormDefinition,
  before: FormValues,
  after: FormValues,
): FormValues {
  const stored: Record<string, FormValue | undefined> = { ...after }
  const fields = listFields(definition)
  // One question may hang on another that hangs on a third.
  for (let round = 0; round < 3; round++) {
    const names = new Set(listVisibleFields(definition, fields, stored).map(({ name }) => name))
    for (const field of fields) {
      const wentAway = isRequested(definition, field, before) && !isRequested(definition, field, stored)
      if (wentAway || !names.has(field.name)) delete stored[field.name]
    }
  }
  return stored
}

/** Without what must lie in no draft. */
export function dropSecrets(definition: LongFormDefinition, values: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => !definition.rules[name]?.secret && isDrafted(definition, name)),
  )
}

/** Consents are given again each time, and a photo is no text. */
function isDrafted(definition: LongFormDefinition, name: string): boolean {
  const field = listFields(definition).find((known) => known.name === name)
  return (
    field !== undefined &&
    field.control !== 'selfie' &&
    !definition.reviewFields.some((tick) => tick.name === name)
  )
}

/** What is sent, and what the rules read. A hidden question is not answered. */
export function readAnswers(
  definition: LongFormDefinition,
  values: FormValues,
  fields: readonly LongFormField[] = listVisibleFields(definition, listFields(definition), values),
): Record<string, unknown> {
  const answers: Record<string, unknown> = {}
  for (const field of fields) {
    const value = values[field.name]
    if (field.control === 'selfie') continue
    if (field.control === 'tick') {
      if (value === true) answers[field.name] = true
    } else answers[field.name] = value ?? (field.control === 'several' ? [] : '')
  }
  return answers
}

export function listConsents(definition: LongFormDefinition, answers: AnswersInput) {
  // Terms that were published are agreed to under their own version.
  const { termsInForce } = definition.settings ?? {}
  return listFields(definition).flatMap((field) => {
    if (field.control !== 'tick' || !field.consent || answers[field.name] !== true) return []
    const isTerms = field.consent.purpose === 'terms' && termsInForce !== undefined
    return [isTerms ? { ...field.consent, textVersion: termsInForce } : field.consent]
  })
}

/** The boxes of the questions that are on the screen, laid over what is known of the others. */
export function readBoxes(
  form: HTMLFormElement,
  fields: readonly LongFormField[],
  values: FormValues,
): FormValues {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  const read: Record<string, FormValue | undefined> = { ...values }
  for (const field of fields) {
    const { name } = field
    // A list that is still being loaded has no say.
    if (field.control === 'selfie' || form.querySelector(`[name="${name}"][data-loading]`)) continue
    if (field.control === 'tick') read[name] = data.has(name)
    else if (field.control === 'several') read[name] = data.getAll(name).map(String)
    else if (field.control === 'date') {
      read[name] = joinDate({
        day: text(`${name}-day`),
        month: text(`${name}-month`),
        year: text(`${name}-year`),
      })
    } else if (field.control === 'chips-text') {
      read[name] = joinChips(data.getAll(`${name}-chip`).map(String), text(name))
    } else read[name] = text(name)
  }
  return read
}

export function splitDate(value: FormValue | undefined): DateParts {
  const [year = '', month = '', day = ''] = typeof value === 'string' ? value.split('-') : []
  return { day, month, year }
}

export function joinChips(chips: readonly string[], typed: string): string {
  return [...chips, typed.trim()].filter(Boolean).join(', ')
}

/** Which chips are ticked, and what was typed beside them. */
export function splitChips(
  options: readonly string[],
  value: FormValue | undefined,
): { chips: string[]; typed: string } {
  const parts = typeof value === 'string' && value ? value.split(', ') : []
  let count = 0
  while (count < parts.length && options.includes(parts[count] ?? '')) count++
  return { chips: parts.slice(0, count), typed: parts.slice(count).join(', ') }
}
