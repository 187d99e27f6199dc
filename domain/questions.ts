/** The questions of forms, as data: one vocabulary for the pages, the forms without scripts, the reviews and the admin's records. */
import type { FieldRule } from './fields.ts'

export interface Option {
  value: string
  label: string
}
export type Options = readonly (string | Option)[]

/** Words of a sentence that lead somewhere. */
export interface TextLink {
  words: string
  href: string
  /** With '_blank' the form stays open beside what is read. */
  target?: '_blank'
  rel?: 'noopener'
}

/** While the options of a list are fetched, and when they did not come. */
export const optionsWords = {
  loading: 'Loading...',
  failed: 'The list could not be loaded. Try again',
} as const

interface QuestionBase {
  label: string
  /** Where answers are listed (review, correction, admin), when the label is too long for that or holds a link. */
  shortLabel?: string
  /** Under the label, before the control. */
  help?: string
  /** Stands beside its neighbour where there is room (town and state); otherwise one column. */
  half?: boolean
  /**
   * What the answer is called in the mail that confirms the form; left out, it is not in it. Only for chosen options:
   * the person who fills in a form also types the address, and nobody's own words go out to strangers.
   */
  inMail?: string
}

export interface LineQuestion extends QuestionBase {
  control: 'line'
  type?: 'text' | 'email' | 'tel' | 'url' | 'date'
  inputMode?: 'text' | 'email' | 'tel' | 'url' | 'numeric' | 'decimal'
  autoComplete?: string
  placeholder?: string
  /** Offered while typing; loaded when the field is first used. */
  suggest?: () => Promise<readonly string[]>
}

export interface AreaQuestion extends QuestionBase {
  control: 'area'
  rows?: number
  autoComplete?: string
  placeholder?: string
}

export interface SelectQuestion extends QuestionBase {
  control: 'select'
  /** A list, or a way to load one that public pages should not carry; it is loaded when the question is shown. */
  options: Options | (() => Promise<Options>)
  /** "Select a bank": stands for "nothing chosen yet". Without it the first option is chosen. */
  placeholder?: string
  autoComplete?: string
}

/** One of few, all in view. */
export interface ChoiceQuestion extends QuestionBase {
  control: 'choice'
  options: readonly Option[]
}

/** Any of a list; the answer is the list of the ticked values. */
export interface SeveralQuestion extends QuestionBase {
  control: 'several'
  options: Options
}

/**
 * Chips and words of one's own (decision 51): the answer is one text, the ticked chips and then what was typed,
 * joined by ", ".
 */
export interface ChipsTextQuestion extends QuestionBase {
  control: 'chips-text'
  options: readonly string[]
  /** Above the box for what the chips do not name. */
  otherLabel: string
}

/** Day, month and year in three boxes; the answer is YYYY-MM-DD. */
export interface DateQuestion extends QuestionBase {
  control: 'date'
  autoComplete?: 'bday'
}

/** A country by name: suggestions when the field is used, free text accepted (decision 87). */
export interface CountryQuestion extends QuestionBase {
  control: 'country'
}

/** A box to tick, with its sentence; never ticked beforehand. */
export interface TickQuestion extends QuestionBase {
  control: 'tick'
  /** The words of the label that lead to what they speak of, in their order. */
  links?: readonly TextLink[]
  /** Ticking it is a consent: written to the ledger with the version of its text. */
  consent?: { purpose: string; textVersion: string }
}

/** The photo: camera, upload, remove. It is demanded here, travels after the text, and is none of the answers. */
export interface SelfieQuestion extends QuestionBase {
  control: 'selfie'
}

/** A file that travels with the answers, and is none of them. */
export interface FileQuestion extends QuestionBase {
  control: 'file'
  /** What a browser offers to choose from. */
  accept: string
  maxBytes: number
  missing: string
  tooLarge: string
}

/** Set by the page, not by the person. */
export interface HiddenQuestion extends QuestionBase {
  control: 'hidden'
}

export type Question =
  | LineQuestion
  | AreaQuestion
  | SelectQuestion
  | ChoiceQuestion
  | SeveralQuestion
  | ChipsTextQuestion
  | DateQuestion
  | CountryQuestion
  | TickQuestion
  | SelfieQuestion
  | FileQuestion
  | HiddenQuestion

/** What one box, list or tick answers. */
export type BoxQuestion = Exclude<
  Question,
  { control: 'choice' | 'several' | 'chips-text' | 'date' | 'selfie' }
>

/** Questions that a form without scripts can show too. */
export type PlainQuestion =
  | LineQuestion
  | AreaQuestion
  | (SelectQuestion & { options: Options })
  | TickQuestion
  | FileQuestion
  | HiddenQuestion

/** A form's questions by name, in the form's order, each with its rule; a file has none. */
export type FormQuestions<Asked = Question> = Readonly<Record<string, Asked & { rule?: FieldRule }>>
export type Named<Asked> = Asked & { name: string }

export type RulesOf<Questions extends FormQuestions<object>> = {
  readonly [Name in keyof Questions as Questions[Name] extends { rule: FieldRule } ? Name : never]: FieldRule
}

export function rulesOf<Questions extends FormQuestions<object>>(questions: Questions): RulesOf<Questions> {
  return Object.fromEntries(
    Object.entries(questions).flatMap(([name, { rule }]) => (rule ? [[name, rule]] : [])),
  ) as RulesOf<Questions>
}

export function listQuestions<Asked>(questions: Readonly<Record<string, Asked>>): Named<Asked>[] {
  return Object.entries(questions).map(([name, question]) => ({ name, ...question }))
}

/** Without a rule it is a file, which is needed. */
export function isRequired({ rule }: { rule?: FieldRule }): boolean {
  return rule === undefined || rule.min > 0
}
