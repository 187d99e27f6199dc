/** The rules of a registration form as data; the server alone judges by them (ADR 0057). */
import type { FieldRule } from '../fields.ts'
import { limits } from '../limits.ts'
import type { Option, TextLink } from '../questions.ts'

export type RegistrationKind =
  | FieldRule['kind']
  /** A tick that may stay empty. */
  | 'flag'
  /** Any number of the options; min and max count the choices. */
  | 'several'
  /** Text in which one of the options, between commas, is enough; anything else has at least min characters. */
  | 'products'
  /** A web address, stored as https. */
  | 'url'
  /** A calendar year: min is the first, the last is this year in Lagos; malformed names it as {max}. */
  | 'year'
  /** A number of at least min with up to 8 decimals; max counts its characters. */
  | 'amount'
  /** YYYY-MM-DD, a day on which someone alive may be born. */
  | 'birth-date'
  /** Exactly max digits; spaces and hyphens between them do not count. */
  | 'digits'
  /** One run of characters without spaces. */
  | 'word'
  /** Letters and digits; stored in capitals, without the spaces and hyphens between them. */
  | 'code'

/**
 * Whether another field of the form has a certain answer: one of `is`, none of `not`, of several choices `has`, or with none
 * of these any answer.
 * Text is compared as cleaned, in lower case (ASCII); a tick is 'true' or 'false'. Beside the answers, `isMinor` and
 * `collectBvn` may be requested.
 */
export interface Condition {
  field: string
  is?: readonly string[]
  not?: readonly string[]
  has?: string
}

/** What the form says at a question, beside the label and the options of its rule. */
export interface QuestionWords {
  /** Where the form calls it otherwise than sentences about it do. */
  label?: string
  /** Where answers are listed, when the label is too long for that or holds a link. */
  shortLabel?: string
  /** The words of a tick's label that lead to what they speak of. */
  links?: readonly TextLink[]
  help?: string
  /** In place of `help` where no script offers a list while one types. */
  plainHelp?: string
  /** Beside anything sensitive: why it is needed, and who will see it. */
  why?: string
  placeholder?: string
  /** Above the box for what chips do not name. */
  otherLabel?: string
}

export interface StepWords {
  title: string
  lead?: string
}

/** What a form says around its questions. */
export interface FormWords {
  /** The form's accessible name, and what its confirmation is called. */
  title: string
  steps: Readonly<Record<string, StepWords>>
  submitLabel: string
  busyLabel: string
  /** The toast when it was not taken. */
  failure: { title: string; description: string }
}

export interface RegistrationRule extends Pick<FieldRule, 'message' | 'malformed' | 'tooLong'> {
  /** What sentences about the field are built from, and what the form calls it, unless `words` has a label of its own. */
  label: string
  words?: QuestionWords
  kind: RegistrationKind
  /** Minimum and maximum: characters after cleaning, unless the kind counts something else. 0: may stay empty. */
  min: number
  max: number
  options?: readonly string[]
  /** The same with what people read for each. */
  choices?: readonly Option[]
  /** Never leaves the server unencrypted, and never lies in a draft. */
  secret?: true
  /** Without it the question is not shown, and what was answered before is dropped. */
  appliesWhen?: Condition
  /** Under it the answer may stay empty. */
  optionalWhen?: Condition
  /** The options hold under it alone; otherwise any text of the right length does. */
  optionsWhen?: Condition
  /** Said to someone under 18, where the form is for adults. */
  adultsOnly?: string
}

export type RegistrationRules = Readonly<Record<string, RegistrationRule>>

type Input<Kind> = { kind: Kind } & Partial<
  Omit<RegistrationRule, 'label' | 'kind' | 'options' | 'choices'>
> & {
    options?: readonly Option[]
  }

/** A rule with the sentences that follow from its label (decision 53), where the specification has none of its own. */
export function defineQuestion<
  const Kind extends RegistrationKind,
  const Rest extends Omit<Input<Kind>, 'kind'>,
>(
  label: string,
  kind: Kind,
  rest: Rest,
): Omit<RegistrationRule, 'kind'> & { kind: Kind } & Pick<Rest, keyof Rest & ('secret' | 'appliesWhen')> {
  const { options, ...fields }: Omit<Input<Kind>, 'kind'> = rest
  const min = fields.min ?? 1
  const max = fields.max ?? (kind === 'several' ? (options?.length ?? 1) : 200)
  return {
    ...fields,
    label,
    kind,
    min,
    max,
    ...(options && { options: options.map(({ value }) => value), choices: options }),
    message: fields.message ?? missing(label, kind, min),
    tooLong: fields.tooLong ?? tooMuch(label, kind, max),
  } as ReturnType<typeof defineQuestion<Kind, Rest>>
}

function missing(label: string, kind: RegistrationKind, min: number): string {
  if (kind === 'phone') return `${label} must be at least ${limits.phoneDigitsMin} digits`
  if (kind === 'email') return 'Invalid email address'
  if (kind === 'url') return 'Please enter a valid web address, for example www.example.com'
  if (kind === 'option' || kind === 'several') return `Please select ${lowerFirst(label)}`
  if (min > 1 && ['line', 'text', 'products'].includes(kind))
    return `${label} must be at least ${min} characters`
  return min === 0 ? `${label} must be text` : `${label} is required`
}

function tooMuch(label: string, kind: RegistrationKind, max: number): string {
  return kind === 'several'
    ? `${label}: at most ${max} can be chosen`
    : `${label} must be at most ${max} characters`
}

/** 'Farm size' -> 'farm size', but 'ID type' stays. */
function lowerFirst(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** For optionalWhen: the field itself may stay empty, but not be filled in badly. */
export function whenBlank(field: string): Condition {
  return { field, is: [''] }
}

/** Names of the answers that go into the vault. */
export function listSecretFields(rules: RegistrationRules): string[] {
  return Object.keys(rules).filter((field) => rules[field]?.secret)
}
