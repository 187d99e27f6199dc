/** One question with one control, drawn from its description; the inputs are uncontrolled, as in HTML. */
import type { ReactNode } from 'react'
import {
  type BoxQuestion,
  type CountryQuestion,
  type LineQuestion,
  type Named,
  optionsWords,
  type SelectQuestion,
} from '#domain/questions.ts'
import { loadCountryNames } from '#site/lib/country-names.ts'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { linkWords } from './link-words.tsx'
import { useOptions } from './use-options.ts'
import { useSuggestions } from './use-suggestions.ts'

interface QuestionFieldProps {
  id: string
  question: Named<BoxQuestion>
  optional: boolean
  /** What the box begins with: text, or true for a ticked one. */
  value?: string | boolean
  error: string | undefined
  /** In place of the question's own. */
  help?: ReactNode
  maxLength?: number
  /** What is required carries a mark, as public forms have it. */
  marked?: boolean
  /** Under the control. */
  children?: ReactNode
}

export function QuestionField({
  id,
  question,
  optional,
  value,
  error,
  help = question.help,
  maxLength,
  marked = false,
  children,
}: QuestionFieldProps) {
  const mark = marked && !optional && (
    <>
      {' '}
      <span className="field-mark" aria-hidden="true">
        *
      </span>
    </>
  )
  // The browser's own word for it only where the mark is: elsewhere everything is needed that does not say "optional".
  const required = (marked && !optional) || undefined
  if (question.control === 'tick') {
    return (
      <Checkbox
        id={id}
        name={question.name}
        value={marked ? 'true' : undefined}
        label={
          <>
            {linkWords(question.label, question.links)}
            {mark}
          </>
        }
        help={help}
        error={error}
        required={required}
        aria-required={!optional || undefined}
        defaultChecked={value === true}
      />
    )
  }
  if (question.control === 'hidden') return <input type="hidden" name={question.name} />
  const box = {
    name: question.name,
    defaultValue: typeof value === 'string' && value !== '' ? value : undefined,
    required,
  }
  return (
    <Field
      id={id}
      label={
        <>
          {question.label}
          {mark}
        </>
      }
      help={help}
      error={error}
      required={!optional}
      optional={optional}
    >
      {question.control === 'select' && <SelectBox question={question} {...box} />}
      {question.control === 'area' && (
        <TextArea
          {...box}
          rows={question.rows ?? 3}
          autoComplete={question.autoComplete}
          placeholder={question.placeholder}
          maxLength={maxLength}
        />
      )}
      {question.control === 'line' && <LineBox question={question} {...box} maxLength={maxLength} />}
      {question.control === 'country' && <CountryBox question={question} {...box} maxLength={maxLength} />}
      {question.control === 'file' && (
        <TextInput name={question.name} type="file" accept={question.accept} required={required} />
      )}
      {children}
    </Field>
  )
}

interface BoxProps {
  name: string
  defaultValue: string | undefined
  required: boolean | undefined
  maxLength?: number
}

function LineBox({ question, ...box }: BoxProps & { question: LineQuestion }) {
  const attributes = {
    ...box,
    type: question.type,
    inputMode: question.inputMode,
    autoComplete: question.autoComplete,
    placeholder: question.placeholder,
  }
  if (!question.suggest) return <TextInput {...attributes} />
  return <SuggestingBox {...attributes} suggest={question.suggest} />
}

function CountryBox({ question: _question, ...box }: BoxProps & { question: CountryQuestion }) {
  return <SuggestingBox {...box} autoComplete="country-name" suggest={loadCountryNames} />
}

type SuggestingBoxProps = BoxProps &
  Pick<LineQuestion, 'autoComplete' | 'placeholder' | 'inputMode'> & {
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

function SelectBox({ question, name, defaultValue, required }: BoxProps & { question: SelectQuestion }) {
  const { options, isLoading, retry } = useOptions(question.options)
  return (
    <>
      <Select
        // Its first choice is made when the list is there.
        key={isLoading ? 'loading' : 'ready'}
        name={name}
        defaultValue={defaultValue}
        options={options}
        placeholder={isLoading ? optionsWords.loading : question.placeholder}
        autoComplete={question.autoComplete}
        required={required}
        data-loading={isLoading || undefined}
      />
      {retry && (
        <button type="button" className="btn btn-quiet btn-sm" onClick={retry}>
          {optionsWords.failed}
        </button>
      )}
    </>
  )
}
