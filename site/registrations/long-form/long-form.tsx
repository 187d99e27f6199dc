/** A registration in steps: stores what is typed, shows everything once more, sends it once, and says what to correct. */

import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import { partWords } from '#domain/part-words.ts'
import type { RegistrationReceived } from '#domain/registrations/intake.ts'
import * as words from '#domain/registrations/long-form-words.ts'
import { isRegistrationForm, registrationForms } from '#domain/registrations/registrations.ts'
import { hasSentHere } from '#site/lib/draft.ts'
import { PrivacyLine } from '#site/lib/form/privacy-line.tsx'
import { SendingAs } from '#site/registrations/records/sending-as.tsx'
import { Button } from '#site/ui/button.tsx'
import { cx } from '#site/ui/cx.ts'
import { Notice } from '#site/ui/panel.tsx'
import { Progress } from '#site/ui/progress.tsx'
import type { LongFormField, LongFormProps } from './definition.ts'
import { FormField } from './form-field.tsx'
import { NoScriptNote } from './no-script-note.tsx'
import { StepFrame } from './step-frame.tsx'
import { useLoaded } from './use-loaded.ts'
import { type LongForm as LongFormState, useLongForm } from './use-long-form.ts'
import { isOptional, ruleOf } from './values.ts'

export function LongForm(props: LongFormProps) {
  const { definition } = props
  const form = useLongForm(props)
  const [received, setReceived] = useState<RegistrationReceived | null>(null)
  const { index, reached } = form.steps
  const isReview = index === definition.steps.length
  const sending = useLoaded(() => import('./review-step.tsx'), isBegun(form))
  const hasSent = !props.onBehalf && hasSentHere()
  const notices = useLoaded(
    () => import('./notices.ts'),
    hasSent || form.wasRestored || form.savedAt !== null,
  ).module
  const step = definition.steps[index]
  const steps = [...definition.steps, { id: 'review', title: words.reviewTitle }]
  const isLast = index === definition.steps.length - 1
  const wasReviewed = reached === definition.steps.length

  if (received && sending.module) {
    return <sending.module.Done {...props} form={form} registration={received} />
  }
  return (
    <div className={cx('long-form', index > 0 && 'is-further')}>
      {/* React leaves it to the server: no browser with scripts loads its words. */}
      <noscript>{import.meta.env.SSR && <NoScriptNote form={definition.form} />}</noscript>
      {notices && form.wasRestored && <notices.RestoredNotice form={form} />}
      <Progress steps={steps} current={index} reached={reached} onOpen={form.steps.open} />
      <div className="long-form-main">
        {!props.onBehalf && <SendingAs allowsGuests={allowsGuests(definition.form)} />}
        {notices && hasSent && <notices.SentBefore form={definition.form} />}
        {notices && form.savedAt && <notices.WithoutLine {...props} isTabOnly={form.isTabOnly} />}
        {isReview ? (
          <Part part={sending}>
            {sending.module && (
              <sending.module.ReviewStep
                {...props}
                form={form}
                onReceived={(registration) => {
                  setReceived(registration)
                  props.onSubmitted?.(registration)
                }}
              />
            )}
          </Part>
        ) : (
          <StepFrame
            form={form}
            label={definition.title}
            title={step?.title ?? ''}
            lead={step?.lead}
            onSubmit={() => {
              if (form.checkStep()) form.steps.open(wasReviewed ? definition.steps.length : index + 1)
            }}
          >
            <p className="field-help">{words.needed}</p>
            <StepQuestions {...props} form={form} />
            {index === 0 && <PrivacyLine>{words.note}</PrivacyLine>}
            <div className="long-form-buttons">
              <Button type="submit" disabled={!form.isReady}>
                {isLast || wasReviewed ? words.reviewLabel : words.continueLabel}
              </Button>
              {index > 0 && (
                <Button variant="outline" onClick={() => form.steps.open(index - 1)}>
                  {words.backLabel}
                </Button>
              )}
              <StoredAt form={form}>{notices && <notices.NotMyPhone form={form} />}</StoredAt>
            </div>
          </StepFrame>
        )}
      </div>
    </div>
  )
}

/** What its later steps need is loaded then: the network may be gone once they are reached, or when it is opened again. */
function isBegun({ steps, savedAt }: LongFormState): boolean {
  return steps.reached > 0 || savedAt !== null
}

function allowsGuests(form: string): boolean {
  return isRegistrationForm(form) && !registrationForms[form].needsAccount
}

/** The questions of the open step; neighbours that are short share a line where there is room. */
function StepQuestions({ definition, form }: LongFormProps & { form: LongFormState }) {
  const selfie = useLoaded(
    () => import('#site/registrations/selfie/selfie.tsx'),
    isBegun(form) && definition.steps.some(({ fields }) => fields.some(isSelfie)),
  )
  const renderSelfie = (id: string, describedBy?: string) => (
    <Part part={selfie}>
      {selfie.module && (
        <selfie.module.Selfie id={id} photo={form.photo} onChange={form.setPhoto} describedBy={describedBy} />
      )}
    </Part>
  )
  const question = (field: LongFormField) => (
    <FormField
      key={`${field.name}:${field.control}`}
      id={form.fieldId(field.name)}
      field={field}
      rule={ruleOf(definition, field)}
      optional={isOptional(definition, field, form.values)}
      values={form.values}
      error={form.problemOf(field.name)}
      renderSelfie={renderSelfie}
    />
  )
  return (
    <Fragment key={form.generation}>
      {pairUp(form.visible).map(([first, second]) =>
        // Known by its name, or a question would be mounted again, and lose the focus, when another one before it goes.
        second ? (
          <div key={first.name} className="form-pair">
            {question(first)}
            {question(second)}
          </div>
        ) : (
          question(first)
        ),
      )}
    </Fragment>
  )
}

function isSelfie({ control }: LongFormField): boolean {
  return control === 'selfie'
}

/** Two neighbours that are both `half` stand in one row. */
function pairUp(fields: readonly LongFormField[]): [LongFormField, LongFormField?][] {
  const rows: [LongFormField, LongFormField?][] = []
  for (const field of fields) {
    const last = rows.at(-1)
    if (field.half && last?.length === 1 && last[0].half) last.push(field)
    else rows.push([field])
  }
  return rows
}

/** What is being loaded, or could not be. */
function Part({
  part: { module, retry },
  children,
}: {
  part: { module: unknown; retry: (() => void) | null }
  children: ReactNode
}) {
  if (module) return children
  if (!retry) return <p role="status">{partWords.loading}</p>
  return <PartFailed retry={retry} />
}

function PartFailed({ retry }: { retry: () => void }) {
  const text = useRef<HTMLParagraphElement>(null)
  // In place of a whole step, with the button that led here: below it nothing is left on the screen.
  useEffect(() => {
    if (document.activeElement === document.body) text.current?.focus()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [])
  return (
    <Notice kind="warn">
      <p ref={text} role="alert" tabIndex={-1}>
        {words.partFailed}
      </p>
      <Button size="sm" variant="outline" onClick={retry}>
        {words.tryAgain}
      </Button>
    </Notice>
  )
}

function StoredAt({ form: { savedAt, isTabOnly }, children }: { form: LongFormState; children: ReactNode }) {
  if (!savedAt) return null
  return (
    <p className="num field-help">
      {words.savedAt(isTabOnly, formatDateTime(savedAt).slice(-5))} {children}
    </p>
  )
}
