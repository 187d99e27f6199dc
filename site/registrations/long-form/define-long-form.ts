/** A long form put together: its questions as they are laid out here, with the words of `domain/` in them. */
import { consentTexts } from '#domain/consents.ts'
import type {
  FormWords,
  RegistrationRule,
  RegistrationRules,
  StepWords,
} from '#domain/registrations/rules.ts'
import type { FieldLayout, LongFormDefinition, LongFormField, TickField } from './definition.ts'

interface Layout<Words extends FormWords>
  extends Omit<LongFormDefinition, keyof FormWords | 'rules' | 'reviewFields'> {
  /** In their order, each under the name that stands in the address. */
  steps: { readonly [Step in keyof Words['steps']]: readonly FieldLayout[] }
}

/** Under every registration: the terms, and the consent to store and use what was written. */
const acceptTerms: FieldLayout = { name: 'acceptTerms', control: 'tick', consent: consentTexts.terms }

export function defineLongForm<Words extends FormWords>(
  rules: RegistrationRules,
  words: Words,
  layout: Layout<Words>,
): LongFormDefinition {
  const withWords = (field: FieldLayout) => {
    const { label, choices, words: said }: Partial<RegistrationRule> = { ...rules[field.name] }
    return { label, options: choices, ...said, ...field }
  }
  return {
    ...words,
    ...layout,
    rules,
    steps: Object.entries<readonly FieldLayout[]>(layout.steps).map(([id, fields]) => ({
      id,
      ...(words.steps[id] as StepWords),
      fields: fields.map(withWords) as LongFormField[],
    })),
    reviewFields: [withWords(acceptTerms) as TickField],
  }
}
