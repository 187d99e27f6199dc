/** A public form, drawn from its definition: where it posts to, what went wrong, its questions, the trap for programs. */

import { useEffect, useRef, useState } from 'react'
import { type FormDefinition, findFileQuestion, honeypotField, requiredNote } from '#domain/forms.ts'
import { isRequired, listQuestions } from '#domain/questions.ts'
import type { Caller } from '#site/lib/call-server.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { PrivacyLine } from './privacy-line.tsx'
import { QuestionField } from './question-field.tsx'
import type { SentPanel as SentPanelType } from './sent-panel.tsx'
import { usePublicForm } from './use-public-form.ts'

const [beforeMark, afterMark] = requiredNote.split('*')

interface PublicFormProps {
  definition: FormDefinition
  /** Answers that the page gives: these are not shown as questions. */
  fixed?: Readonly<Record<string, string>>
  /** What boxes begin with. */
  known?: Readonly<Record<string, string>>
  /** The reference of the record that it is about: what is typed is stored for this one alone. */
  about?: string
  /** Who sends it; left out: nobody in particular. */
  as?: Caller
}

export function PublicForm({ definition, fixed = {}, known = {}, about, as }: PublicFormProps) {
  const form = usePublicForm(definition, as)
  const [SentPanel, setSentPanel] = useState<typeof SentPanelType | null>(null)
  const news = useRef<HTMLDivElement>(null)
  // The button that was pressed was busy, and has lost the focus: what came of it has it now, and is seen.
  useEffect(() => {
    if (form.errorText || form.sent) news.current?.focus()
  }, [form.errorText, form.attempt, form.sent])
  /** Ready before it is needed: once the form is sent, the network may be gone. What a reload has given back is sent as it is. */
  function loadSentPanel() {
    import('./sent-panel.tsx').then(
      (module) => setSentPanel(() => module.SentPanel),
      () => {}, // the sentence of thanks alone is enough
    )
  }

  if (form.sent) {
    if (!SentPanel)
      return (
        <div ref={news} tabIndex={-1}>
          <Notice kind="good">{definition.success}</Notice>
        </div>
      )
    return <SentPanel definition={definition} sent={form.sent} onAnother={form.startAnother} />
  }
  return (
    <FormElement
      form={{
        ...form,
        onSubmit(event) {
          loadSentPanel()
          form.onSubmit(event)
        },
      }}
      className="form form-wide"
      method="post"
      action={definition.path}
      data-about={about}
      encType={findFileQuestion(definition) && 'multipart/form-data'}
      label={definition.label}
      // The order of the checks is ours, and so are their sentences.
      onInput={(event) => {
        loadSentPanel()
        form.onInput(event)
      }}
    >
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      {form.errorText && (
        <div ref={news} tabIndex={-1}>
          <Notice kind="warn">{form.errorText}</Notice>
        </div>
      )}
      <p className="field-help">
        {beforeMark}
        <span className="field-mark">*</span>
        {afterMark}
      </p>
      {listQuestions(definition.questions).map((question) =>
        fixed[question.name] !== undefined ? (
          <input key={question.name} type="hidden" name={question.name} value={fixed[question.name]} />
        ) : (
          <QuestionField
            key={question.name}
            id={form.fieldId(question.name)}
            question={question}
            optional={!isRequired(question)}
            value={known[question.name]}
            marked
            maxLength={question.rule?.max}
            error={form.problemOf(question.name)}
          />
        ),
      )}
      <input className="trap" name={honeypotField} tabIndex={-1} autoComplete="off" aria-hidden="true" />
      <PrivacyLine>{definition.note}</PrivacyLine>
      <div>
        <Button type="submit" busy={form.isSending} busyLabel={definition.busy}>
          {definition.submit}
        </Button>
      </div>
    </FormElement>
  )
}
