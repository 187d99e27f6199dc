/** What the last page of a long form knows: the attempt that runs, what holds it up, and the same form sent before. */
import { useEffect, useRef, useState } from 'react'
import { honeypotField } from '#domain/forms.ts'
import { intakeMessages, type RegistrationReceived, registrationPaths } from '#domain/registrations/intake.ts'
import { reviewWords as words } from '#domain/registrations/review-words.ts'
import { planAttempt } from '#site/lib/form/attempt.ts'
import { makeProof, type Proof } from '#site/lib/proof.ts'
import { findSentHere, isOfLastDay, type SentHere } from '#site/lib/sent-here.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'
import { useIsOffline } from '#site/lib/use-is-offline.ts'
import { toast } from '#site/ui/toast.tsx'
import type { LongFormProps } from './definition.ts'
import { sendRegistration } from './send-registration.ts'
import type { LongForm } from './use-long-form.ts'
import { dropSecrets, listConsents } from './values.ts'

export interface ReviewStepProps extends LongFormProps {
  form: LongForm
  onReceived: (registration: RegistrationReceived) => void
}

export function useReview(props: ReviewStepProps) {
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
    if (before && isOfLastDay(before) && !wantsAnother.current) return setSentToday(before)
    void send(answers, trap instanceof HTMLInputElement ? trap.value : '')
  }

  return {
    submit,
    isAlertOpen,
    closeAlert: () => setIsAlertOpen(false),
    sentToday,
    forgetSentToday: () => setSentToday(null),
    sendAnother() {
      wantsAnother.current = true
      setSentToday(null)
      submit()
    },
  }
}
