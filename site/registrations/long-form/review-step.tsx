/** The last page of a long form, loaded with all that sending needs: everything once more, the consents, the button. */

import { useEffect, useRef, useState } from 'react'
import { backLabel } from '#domain/registrations/long-form-words.ts'
import { reviewWords as words } from '#domain/registrations/review-words.ts'
import '#site/styles/finish.css'
import { honeypotField } from '#domain/forms.ts'
import { intakeMessages, type RegistrationReceived, registrationPaths } from '#domain/registrations/intake.ts'
import { planAttempt } from '#site/lib/form/attempt.ts'
import { ErrorMessage } from '#site/lib/form/error-message.tsx'
import { makeProof, type Proof } from '#site/lib/proof.ts'
import { findSentHere, isOfToday, type SentHere } from '#site/lib/sent-here.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'

import { useIsOffline } from '#site/lib/use-is-offline.ts'

import { Button, ButtonAnchor } from '#site/ui/button.tsx'

import { Dialog } from '#site/ui/dialog.tsx'
import { toast } from '#site/ui/toast.tsx'
import { ConfirmationPage, type DoneProps } from './confirmation-page.tsx'
import type { LongFormProps } from './definition.ts'
import { EnteredByStaff } from './entered-by-staff.tsx'
import { FormField } from './form-field.tsx'
import { ReviewFacts } from './review-facts.tsx'
import { sendRegistration } from './send-registration.ts'
import { followPath } from './sent-before.tsx'
import { StepFrame } from './step-frame.tsx'
import type { LongForm } from './use-long-form.ts'
import { dropSecrets, listConsents, ruleOf } from './values.ts'

/** What stands in place of the form once it is safe, for the person themselves or for staff; loaded with the last page. */
export function Done(props: DoneProps) {
  return props.onBehalf ? <EnteredByStaff {...props} /> : <ConfirmationPage {...props} />
}

interface ReviewStepProps extends LongFormProps {
  form: LongForm
  onReceived: (registration: RegistrationReceived) => void
}

export function ReviewStep(props: ReviewStepProps) {
  const { definition, form, onReceived, onSessionLost, photoReceipt, onBehalf } = props
  const members = props.members || onBehalf !== undefined
  const { success, failure, alertUnless } = definition
  /** What was sent last, with its secrets: these lie nowhere but here. */
  const lastSent = useRef<string | null>(null)
  const proof = useRef<Promise<Proof> | null>(null)
  const [isAlertOpen, setIsAlertOpen] = useState(false)
  /** The same form went out from this device within a day: confirmed once, before it goes out again. */
  const [sentToday, setSentToday] = useState<SentHere | null>(null)
  const wantsAnother = useRef(false)
  /** The last attempt found no line; a member whose session is over has to come back, and nothing waits for that. */
  const [waitsForLine, setWaitsForLine] = useState(false)
  const isOffline = useIsOffline()

  // The device calculates while the person reads.
  useEffect(() => {
    if (members || readStoredSession() || proof.current) return
    proof.current = makeProof(registrationPaths.proof)
    proof.current.catch(() => {}) // it is computed again when it is needed
  }, [members])

  // The same attempt again, by its own key: what has arrived after all is not stored twice.
  useEffect(() => {
    if (!waitsForLine || isOffline) return
    setWaitsForLine(false)
    submit()
  }, [waitsForLine, isOffline])

  // It was said of an attempt on this page.
  useEffect(() => () => form.setErrorText(null), [])

  async function send(answers: Record<string, unknown>, homepage: string) {
    if (form.isBusy.current) return // the second tap of a double tap comes before the button is disabled
    setWaitsForLine(false)
    const whole = JSON.stringify(answers)
    const isOther = lastSent.current !== null && lastSent.current !== whole
    const attempt = planAttempt(
      JSON.stringify(dropSecrets(definition, form.values)),
      isOther ? undefined : form.lastAttempt.current,
    )
    lastSent.current = whole
    // Stored before it is sent: after a crash or a lost answer the same key goes out again.
    form.saveAttempt(attempt)
    const request = {
      form: definition.form,
      answers,
      attempt,
      consents: listConsents(definition, answers),
      homepage,
      photoReceipt: photoReceipt ?? null,
      onBehalf: onBehalf ? { channel: onBehalf, consentRecorded: true as const } : null,
      members,
      proof: proof.current,
    }
    const outcome = await form.sending(() => sendRegistration(request))
    proof.current = null
    if (outcome.kind === 'received') {
      form.setErrorText(null)
      // One that was there before is no success of this attempt: the page shows it as what it is, and what was typed now,
      // which nobody has taken, stays where it is stored.
      const { isNew } = outcome.registration
      if (isNew) form.finish()
      if (isNew && success.kind === 'toast') toast.success(success.title, success.description)
      return onReceived(outcome.registration)
    }
    if (outcome.kind === 'sessionLost') {
      toast.error(intakeMessages.signInTitle, intakeMessages.signIn)
      return onSessionLost?.()
    }
    if (outcome.kind === 'failed' && !outcome.isSpent && !navigator.onLine) {
      setWaitsForLine(true)
      return form.setErrorText(words.offline)
    }
    toast.error(failure.title, failure.description)
    if (outcome.kind === 'invalid') return form.refuseByService(outcome.problems)
    if (outcome.isSpent) form.lastAttempt.current = undefined
    form.setErrorText(`${outcome.message} ${outcome.isSpent ? words.kept : words.retry}`)
  }

  function submit() {
    toast.dismiss() // it spoke of the attempt before
    const trap = form.ref.current?.elements.namedItem(honeypotField)
    const answers = form.checkAll()
    if (alertUnless && form.collect()[alertUnless.field] !== true) return setIsAlertOpen(true)
    if (!answers) return
    const before = onBehalf ? undefined : findSentHere(definition.form)
    if (before && isOfToday(before) && !wantsAnother.current) return setSentToday(before)
    void send(answers, trap instanceof HTMLInputElement ? trap.value : '')
  }

  return (
    <StepFrame
      form={form}
      label={definition.title}
      title={words.title}
      lead={words.lead}
      everything
      onSubmit={submit}
    >
      <ReviewFacts definition={definition} form={form} />
      {form.visible.map((field) => (
        <FormField
          key={`${field.name}:${form.generation}`}
          id={form.fieldId(field.name)}
          field={field}
          rule={ruleOf(definition, field)}
          optional={false}
          values={form.values}
          error={form.problemOf(field.name)}
          renderSelfie={() => null}
        />
      ))}
      <ErrorMessage errorText={form.errorText} isSending={form.isSending}>
        <p>
          <strong>{words.notConfirmed}</strong> {form.errorText}
        </p>
      </ErrorMessage>
      <div className="long-form-buttons">
        <Button type="submit" busy={form.isSending} busyLabel={definition.busyLabel}>
          {definition.submitLabel}
        </Button>
        <Button
          variant="outline"
          disabled={form.isSending}
          onClick={() => form.steps.open(definition.steps.length - 1)}
        >
          {backLabel}
        </Button>
      </div>
      {alertUnless && (
        <Dialog
          open={isAlertOpen}
          role="alertdialog"
          title={alertUnless.message}
          onClose={() => setIsAlertOpen(false)}
          actions={<Button onClick={() => setIsAlertOpen(false)}>{words.ok}</Button>}
        />
      )}
      {sentToday && (
        <Dialog
          open
          role="alertdialog"
          title={words.sentToday.title}
          onClose={() => setSentToday(null)}
          actions={
            <>
              <ButtonAnchor href={followPath(sentToday)}>{words.sentToday.follow}</ButtonAnchor>
              <Button
                variant="outline"
                onClick={() => {
                  wantsAnother.current = true
                  setSentToday(null)
                  submit()
                }}
              >
                {words.sentToday.another}
              </Button>
            </>
          }
        >
          <p>
            {words.sentToday.text[0]} <strong className="code">{sentToday.reference}</strong>
            {words.sentToday.text[1]}
          </p>
        </Dialog>
      )}
    </StepFrame>
  )
}
