/**
 * Some questions of a form that was sent, everything else stays as it was: those that staff marked, with their notes, or those
 * of one group that its owner changes unasked.
 */

import { useEffect, useRef } from 'react'
import {
  changeWords,
  correctionWords,
  endSentence,
  joinNames,
} from '#domain/registrations/correction-words.ts'
import { focusBox } from '#site/lib/form/use-small-form.ts'
import { FormField } from '#site/registrations/long-form/form-field.tsx'
import { isOptional, ruleOf } from '#site/registrations/long-form/values.ts'
import { Button } from '#site/ui/button.tsx'
import { ConfirmButton } from '#site/ui/confirm-button.tsx'
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { nameField } from './answers-list.tsx'
import { CodeStep } from './code-step.tsx'
import { type CorrectionFormProps, useCorrection } from './use-correction.ts'

export function CorrectionForm(props: CorrectionFormProps) {
  const { definition, correction, answers, own, codes } = props
  const words = own ? changeWords : correctionWords
  const {
    form,
    values,
    shown,
    closed,
    others,
    noteOf,
    isSecret,
    needsCode,
    sentTo,
    hasTyped,
    isUnchanged,
    onCodeSent,
    onInput,
    submit,
    onCancel,
  } = useCorrection(props)
  const heading = useRef<HTMLHeadingElement>(null)

  // The button that was pressed is gone: what came in its place takes the focus.
  useEffect(() => heading.current?.focus(), [])

  // The code is the last box of a long form: a wrong code leaves the focus in its box, not at the list of problems above.
  useEffect(() => {
    const [first, ...more] = form.problems
    if (first?.field === 'code' && more.length === 0) focusBox(form.fieldId('code'))
  }, [form.attempt])

  const parts = (
    <form
      ref={form.ref}
      className={own ? 'form p-6' : 'form'}
      noValidate
      aria-label={own ? changeWords.label(own.title) : correctionWords.label}
      onInput={onInput}
      onSubmit={(event) => void submit(event)}
    >
      {own && (
        <h4 ref={heading} tabIndex={-1} className="text-lg">
          {changeWords.title}
        </h4>
      )}
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      {correction.message && <p className="whitespace-pre-line">{correction.message}</p>}
      {own && shown.some(isSecret) && <p>{changeWords.locked}</p>}
      {own && closed.length > 0 && (
        <Notice>
          <div className="grid justify-items-start gap-2">
            <p>
              {changeWords.byStaff(joinNames(closed.map(nameField)))} {changeWords.noWay}
            </p>
            <Button variant="outline" size="sm" onClick={() => own.onReport(false)}>
              {changeWords.reportLabel}
            </Button>
          </div>
        </Notice>
      )}
      {others.map(({ field, note }) => (
        <Notice key={field}>{note}</Notice>
      ))}
      {shown.map((field) => (
        <div key={field.name + field.control + JSON.stringify(answers[field.name])} className="grid gap-3">
          {noteOf(field.name) && (
            <Notice>
              <strong>{correctionWords.note}</strong> {noteOf(field.name)}
            </Notice>
          )}
          <FormField
            id={form.fieldId(field.name)}
            field={field}
            rule={ruleOf(definition, field)}
            optional={(own !== undefined && isSecret(field)) || isOptional(definition, field, values)}
            values={values}
            error={form.problemOf(field.name)}
            renderSelfie={() => null}
          />
        </div>
      ))}
      {codes && needsCode && (
        <CodeStep
          {...codes}
          id={form.fieldId('code')}
          error={form.problemOf('code')}
          sentTo={sentTo}
          onSent={onCodeSent}
          onReport={own && (() => own.onReport(true))}
        />
      )}
      {form.errorText && (
        <Notice kind="warn">
          <p role="alert">
            <strong>{words.notConfirmed}</strong> {endSentence(form.errorText)} {correctionWords.stillHere}
          </p>
        </Notice>
      )}
      {isUnchanged && (
        <Notice>
          <p role="status">{changeWords.unchanged}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {(!own || shown.length > 0) && (!needsCode || sentTo) && (
          <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel}>
            {words.submitLabel}
          </Button>
        )}
        {own &&
          (hasTyped ? (
            <ConfirmButton
              label={changeWords.cancelLabel}
              variant="outline"
              disabled={form.isSending}
              title={changeWords.ask.title}
              confirmLabel={changeWords.ask.confirmLabel}
              busyLabel={changeWords.ask.confirmLabel}
              run={async () => {}}
              onDone={onCancel}
            >
              {() => <p>{changeWords.ask.text}</p>}
            </ConfirmButton>
          ) : (
            <Button variant="outline" disabled={form.isSending} onClick={onCancel}>
              {changeWords.cancelLabel}
            </Button>
          ))}
      </div>
    </form>
  )
  return own ? parts : <Panel title={correctionWords.title}>{parts}</Panel>
}
