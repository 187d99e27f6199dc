/** A long form as data: its steps, its questions and its sentences; the LongForm component draws what stands here. */
import type { ReactNode } from 'react'
import type { AnswersInput, FieldProblem } from '#domain/forms.ts'
import type { Named, Question } from '#domain/questions.ts'
import type { RegistrationReceived, StaffChannel } from '#domain/registrations/intake.ts'
import type { Circumstances, RegistrationSettings } from '#domain/registrations/read.ts'
import type { FormWords, QuestionWords, RegistrationRules } from '#domain/registrations/rules.ts'

/** What has been filled in so far: text, the values of ticked chips, or true for a ticked box. */
export type FormValue = string | readonly string[] | boolean
export type FormValues = Readonly<Record<string, FormValue | undefined>>

/** What only long forms say of a question. */
interface LongFormExtras extends Pick<QuestionWords, 'why' | 'plainHelp'> {
  /** Beyond what the rules say of it (`appliesWhen`): the field is there only while this holds, else its answer is cleared. */
  when?: (values: FormValues) => boolean
  /** A hint about the answer that never blocks (a check digit, an unusual pair); null when there is nothing to say. */
  hint?: (values: FormValues) => string | null | Promise<string | null>
}

/** A question by the specification's name, which is also the key of the answer. */
export type LongFormField = Named<Exclude<Question, { control: 'file' | 'hidden' }> & LongFormExtras>
export type TickField = Extract<LongFormField, { control: 'tick' }>

/** Where a question stands, its control and what it does: its words and options come from its rule. */
export type FieldLayout = Laid<LongFormField>
type Laid<Field> = Field extends LongFormField ? Pick<Field, 'name' | 'control'> & Partial<Field> : never

export interface LongFormStep {
  /** Stands in the address as #id, so that the browser's Back goes one step back. */
  id: string
  title: string
  lead?: string
  fields: readonly LongFormField[]
}

/** What the person sees once the registration is safe. */
export type LongFormSuccess =
  /** A dialog that must be answered; OK leads to `to`. */
  | { kind: 'alert'; message: string; to: string }
  /** A toast; the form gives way to a confirmation with the reference. */
  | { kind: 'toast'; title: string; description: string }

export interface LongFormDefinition extends Omit<FormWords, 'steps'> {
  /** 'farmer', 'training', 'buyer_individual', ...: the route POST /registrations/{form} and the name of the draft. */
  form: string
  steps: readonly LongFormStep[]
  /** On the review page, above the button: consents and acceptances (`acceptTerms`). */
  reviewFields: readonly TickField[]
  /** From `domain/`: what is optional, secret (in no draft, masked on the review page), how long, and when it applies. */
  rules: RegistrationRules
  /** Every problem, in the form's order. */
  read: (
    input: AnswersInput,
    circumstances?: Circumstances,
  ) => { ok: true } | { ok: false; problems: readonly FieldProblem[] }
  /** The operator's, where the form depends on them: the rules are read with the same on the server. */
  settings?: RegistrationSettings
  success: LongFormSuccess
  /** An alert instead of the summary alone, when this box is not ticked on sending (corporate investor). */
  alertUnless?: { field: string; message: string }
}

/** How a page uses it: `<LongForm definition={farmerForm} />`. */
export interface LongFormProps {
  definition: LongFormDefinition
  /** What is known about the person; a draft and whatever is typed win over it. */
  known?: Readonly<Record<string, string | undefined>>
  /** The form is for members: without a session it is not sent, `onSessionLost` is called and what was typed is stored. */
  members?: boolean
  onSessionLost?: () => void
  /** Staff fill it in for someone who is there or on the phone; what is typed lies in no draft of their own. */
  onBehalf?: StaffChannel
  /** A photo uploaded before the form was opened (buyers). */
  photoReceipt?: string | null
  /** Offers to save the entered number in the profile of a member who has none. */
  offerNumber?: (number: string) => ReactNode
  /** Once, when it is safe. */
  onSubmitted?: (registration: RegistrationReceived) => void
  /** Below the confirmation that takes the form's place after a toast: what one can do next. */
  renderDone?: (registration: RegistrationReceived) => ReactNode
}
