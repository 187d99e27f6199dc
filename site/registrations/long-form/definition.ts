/** A long form as data: its steps, its questions and its sentences; the LongForm component draws what stands here. */
import type { ReactNode } from 'react'
import type { FieldProblem, GivenAnswers } from '#domain/forms.ts'
import type { RegistrationReceived } from '#domain/registrations/intake.ts'
import type { RegistrationSettings } from '#domain/registrations/read.ts'
import type { RegistrationRules } from '#domain/registrations/rules.ts'
import type { SelectOption } from '#site/ui/inputs.tsx'

/** What has been filled in so far: text, the values of ticked chips, or true for a ticked box. */
export type FormValue = string | readonly string[] | boolean
export type FormValues = Readonly<Record<string, FormValue | undefined>>

interface FieldBase {
  /** The specification's name; it is also the key of the answer. */
  name: string
  label: string
  /** Under the label, before the control. */
  help?: ReactNode
  /** Beside anything sensitive: why we ask, and who will see it. */
  why?: ReactNode
  /** Beyond what the rules say of it (`appliesWhen`): the field is there only while this holds, else its answer is cleared. */
  when?: (values: FormValues) => boolean
  /** A hint about the answer that never blocks (a check digit, an unusual pair); null when there is nothing to say. */
  hint?: (values: FormValues) => string | null | Promise<string | null>
  /** Stands beside its neighbour where there is room (town and state); otherwise one column. */
  half?: boolean
}

export interface LineField extends FieldBase {
  control: 'line'
  type?: 'text' | 'email' | 'tel' | 'url'
  inputMode?: 'text' | 'email' | 'tel' | 'url' | 'numeric' | 'decimal'
  autoComplete?: string
  placeholder?: string
  /** Offered while typing; loaded when the field is first used. */
  suggest?: () => Promise<readonly string[]>
}

export interface AreaField extends FieldBase {
  control: 'area'
  rows?: number
  autoComplete?: string
  placeholder?: string
}

export interface SelectField extends FieldBase {
  control: 'select'
  /** A list, or a way to load one that public pages should not carry; it is loaded when the step is opened. */
  options: readonly (string | SelectOption)[] | (() => Promise<readonly (string | SelectOption)[]>)
  /** "Select a bank". */
  placeholder: string
  autoComplete?: string
}

/** One of few, all in view. */
export interface ChoiceField extends FieldBase {
  control: 'choice'
  options: readonly SelectOption[]
}

/** Any of a list; the answer is the list of the ticked values. */
export interface SeveralField extends FieldBase {
  control: 'several'
  options: readonly (string | SelectOption)[]
}

/**
 * Chips and words of one's own (decision 51): the answer is one text, the ticked chips and then what was typed,
 * joined by ", ".
 */
export interface ChipsTextField extends FieldBase {
  control: 'chips-text'
  options: readonly string[]
  /** Above the box for what the chips do not name. */
  otherLabel: string
}

/** Day, month and year in three boxes; the answer is YYYY-MM-DD. */
export interface DateField extends FieldBase {
  control: 'date'
  autoComplete?: 'bday'
}

/** A country by name: suggestions when the field is used, free text accepted (decision 87). */
export interface CountryField extends FieldBase {
  control: 'country'
}

/** A box to tick, with its sentence; never ticked beforehand. */
export interface TickField extends Omit<FieldBase, 'label'> {
  control: 'tick'
  label: ReactNode
  /** For the review page and the summary, where `label` holds a link. */
  shortLabel?: string
  /** Ticking it is a consent: written to the ledger with the version of its text. */
  consent?: { purpose: string; textVersion: string }
}

/** The photo: camera, upload, remove. It is demanded here, travels after the text, and is none of the answers. */
export interface SelfieField extends FieldBase {
  control: 'selfie'
}

export type LongFormField =
  | LineField
  | AreaField
  | SelectField
  | ChoiceField
  | SeveralField
  | ChipsTextField
  | DateField
  | CountryField
  | TickField
  | SelfieField

export interface LongFormStep {
  /** Stands in the address as #id, so that the browser's Back goes one step back. */
  id: string
  title: string
  lead?: ReactNode
  fields: readonly LongFormField[]
}

/** What the person sees once the registration is safe. */
export type LongFormSuccess =
  /** A dialog that must be answered; OK leads to `to`. */
  | { kind: 'alert'; message: string; to: string }
  /** A toast; the form gives way to a slip with the reference. */
  | { kind: 'toast'; title: string; description: string }

export interface LongFormDefinition {
  /** 'farmer', 'training', 'buyer_individual', ...: the route POST /registrations/{form} and the name of the draft. */
  form: string
  /** The form's accessible name, and what its slip is called. */
  title: string
  steps: readonly LongFormStep[]
  /** On the review page, above the button: consents and acceptances (`acceptTerms`). */
  reviewFields: readonly TickField[]
  /** From `domain/`: what is optional, secret (in no draft, masked on the review page), how long, and asked when. */
  rules: RegistrationRules
  /** Every problem, in the form's order. */
  read: (
    given: GivenAnswers,
    settings?: RegistrationSettings,
  ) => { ok: true } | { ok: false; problems: readonly FieldProblem[] }
  /** The operator's, where the form depends on them: the rules are read with the same on the server. */
  settings?: RegistrationSettings
  submitLabel: string
  busyLabel: string
  success: LongFormSuccess
  /** The toast when it was not taken. */
  failure: { title: string; description: string }
  /** An alert instead of the summary alone, when this box is not ticked on sending (corporate investor). */
  alertUnless?: { field: string; message: string }
}

/** How a page uses it: `<LongForm definition={farmerForm} />`. */
export interface LongFormProps {
  definition: LongFormDefinition
  /** What is known about the person; a draft and whatever is typed win over it. */
  known?: Readonly<Record<string, string | undefined>>
  /** The form is for members: without a session it is not sent, `onSessionLost` is called and what was typed is kept. */
  members?: boolean
  onSessionLost?: () => void
  /** Staff fill it in for somebody who is there or on the phone; what is typed lies in no draft of their own. */
  onBehalf?: 'walk_in' | 'phone'
  /** A photo uploaded before the form was opened (buyers). */
  photoReceipt?: string | null
  /** Once, when it is safe. */
  onSubmitted?: (registration: RegistrationReceived) => void
  /** Below the slip that takes the form's place after a toast: what one can do next. */
  renderDone?: (registration: RegistrationReceived) => ReactNode
}
