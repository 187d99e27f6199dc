/** Before a first second step: the present password, or a code from the mailbox. A sign-in that was left open has neither. */

import { useEffect, useState } from 'react'
import { proofWords as words } from '#domain/account/security-words.ts'
import { isOneTimeCode, oneTimeCodeWords } from '#domain/one-time-codes.ts'
import { AccountName } from '#site/account/auth-form/account-name.tsx'
import { type AuthFailure, failureOf, throwFailure } from '#site/account/auth-form/auth-failure.ts'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { CodeInput } from '#site/lib/form/code-input.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { PasswordInput } from '#site/ui/inputs.tsx'
import { mailConfirmationCode, showMailedCode, showPassword } from './security-data.ts'

interface ShowProofProps {
  email: string
  onCancel: () => void
  onShown: () => void
}

export function ShowProof({ email, onCancel, onShown }: ShowProofProps) {
  const [by, setBy] = useState<'password' | 'code'>('password')
  const [isMailing, setIsMailing] = useState(false)
  const [mailFailure, setMailFailure] = useState<AuthFailure | null>(null)
  const form = useSmallForm({
    fieldId: (name) => name,
    read({ proof = '' }, refuse) {
      setMailFailure(null)
      if (by === 'password') return proof || refuse('proof', words.passwordMissing)
      const code = proof.replace(/[\s-]/g, '')
      return isOneTimeCode(code) ? code : refuse('proof', oneTimeCodeWords.typeCode)
    },
    async send(proof) {
      throwFailure(by === 'password' ? await showPassword(proof) : await showMailedCode(proof))
      onShown()
    },
    // With a hint it is no word on what was typed.
    blame: (error) => (failureOf(error)?.hint ? undefined : 'proof'),
  })
  const refused = failureOf(form.error)
  const failure = mailFailure ?? (refused?.hint ? refused : null)
  const busy = isMailing || form.isSending

  // The button that was pressed is gone: what came in its place takes the focus.
  useEffect(
    () => form.ref.current?.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus(),
    [by],
  )

  async function mailCode() {
    if (busy) return
    setIsMailing(true)
    form.clear()
    const failed = await mailConfirmationCode()
    setIsMailing(false)
    setMailFailure(failed)
    if (!failed) setBy('code')
  }

  return (
    <FormElement form={form} method="post" label={words.label}>
      <p>
        {words.of} <strong className="wrap-anywhere">{email}</strong>.{' '}
        {by === 'password' ? words.why : oneTimeCodeWords.mailed}
      </p>
      <div role="alert" className="contents">
        <FormProblem failure={failure} />
      </div>
      {by === 'password' ? (
        <>
          <AccountName email={email} />
          <Field id="proof" {...words.password} error={form.problemOf('proof')} required>
            <PasswordInput name="proof" autoComplete="current-password" />
          </Field>
        </>
      ) : (
        <Field id="proof" {...words.code} error={form.problemOf('proof')} required>
          <CodeInput name="proof" />
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
        {by === 'password' && (
          <Button
            variant="outline"
            busy={isMailing}
            busyLabel={words.mailBusyLabel}
            onClick={() => void mailCode()}
          >
            {words.mailLabel}
          </Button>
        )}
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          {words.cancelLabel}
        </Button>
      </div>
    </FormElement>
  )
}
