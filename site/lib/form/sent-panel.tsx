/** In place of a form that was sent: the thanks, what was sent, where one may go on to, and an empty form again. */
import { useEffect, useRef } from 'react'
import { formWords } from '#domain/form-words.ts'
import type { AnswersInput, FormDefinition } from '#domain/forms.ts'
import { listQuestions, type Options } from '#domain/questions.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Fold } from '#site/ui/fold.tsx'
import { Panel } from '#site/ui/panel.tsx'

interface SentPanelProps {
  definition: FormDefinition
  sent: AnswersInput
  onAnother: () => void
}

export function SentPanel({ definition, sent, onAnother }: SentPanelProps) {
  const { success, toasts, next = [] } = definition
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone: what came of it has the focus, and is seen.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <Panel className="sent-panel">
      <div className="form">
        <h3 ref={heading} tabIndex={-1}>
          {toasts?.besideSuccess ?? success}
        </h3>
        <Fold summary={formWords.sent}>
          <dl className="sent-answers">
            {describeSent(definition, sent).map(([label, answer]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </Fold>
        <div className="actions">
          {next.map(({ label, path }) => (
            <ButtonLink key={path} to={path}>
              {label}
            </ButtonLink>
          ))}
          <Button variant="outline" onClick={onAnother}>
            {formWords.another}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

/** What was sent, in the form's own words; of a file its name. */
function describeSent(
  { questions }: Pick<FormDefinition, 'questions'>,
  input: AnswersInput,
): [label: string, answer: string][] {
  return listQuestions(questions).flatMap((question): [string, string][] => {
    const value = input[question.name]
    if (question.control === 'hidden') return []
    if (question.control === 'file') return isNamed(value) ? [[question.label, value.name]] : []
    if (typeof value !== 'string' || value.trim() === '') return []
    return [[question.label, question.control === 'select' ? labelOf(question.options, value) : value.trim()]]
  })
}

function isNamed(value: unknown): value is { name: string } {
  return typeof (value as { name?: unknown } | undefined)?.name === 'string'
}

function labelOf(options: Options, value: string): string {
  const chosen = options.find((option) => (typeof option === 'string' ? option : option.value) === value)
  return typeof chosen === 'object' ? chosen.label : value
}
