/** Before a first second step: the present password, or a code from the mailbox. A sign-in that was left open has neither. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { AuthFailure } from '#site/account/auth-form/auth-failure.ts'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { PasswordInput, TextInput } from '#site/ui/inputs.tsx'
import { mailConfirmationCode, showMailedCode, showPassword } from './security-data.ts'

interface ShowProofProps {
  email: string
  onCancel: () => void
  onShown: () => void
}

export function ShowProof({ email, onCancel, onShown }: ShowProofProps) {
  const [by, setBy] = useState<'password' | 'code'>('password')
  const [busy, setBusy] = useState<'sending' | 'mailing' | null>(null)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<AuthFailure | null>(null)
  const form = useRef<HTMLFormElement>(null)

  // The button that was pressed is gone: what came in its place takes the focus.
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus(), [by])

  function refuse(message: string) {
    setError(message)
    const input = form.current?.querySelector<HTMLInputElement>('input:not([type=hidden])')
    input?.focus()
    input?.select()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const given = String(new FormData(event.currentTarget).get('proof') ?? '')
    const code = given.replace(/[\s-]/g, '')
    setFailure(null)
    setError(undefined)
    if (by === 'password' && given === '') return refuse('Please type your present password')
    if (by === 'code' && !/^\d{6}$/.test(code)) return refuse('The code has 6 digits')
    setBusy('sending')
    const failed = by === 'password' ? await showPassword(given) : await showMailedCode(code)
    setBusy(null)
    if (!failed) return onShown()
    if (failed.hint) setFailure(failed)
    else refuse(failed.message)
  }

  async function mailCode() {
    if (busy) return
    setBusy('mailing')
    setError(undefined)
    const failed = await mailConfirmationCode()
    setBusy(null)
    setFailure(failed)
    if (!failed) setBy('code')
  }

  return (
    <form
      ref={form}
      className="form"
      method="post"
      noValidate
      aria-label="Confirm that it is you"
      onSubmit={submit}
    >
      <p>
        For <strong className="wrap-anywhere">{email}</strong>.{' '}
        {by === 'password'
          ? 'First show that it is you: a second step that a stranger sets up would lock you out.'
          : 'We have mailed you a code. It works once and for a short time.'}
      </p>
      <div role="alert" className="contents">
        <FormProblem failure={failure} />
      </div>
      {by === 'password' ? (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <Field id="proof" label="Your present password" error={error} required>
            <PasswordInput name="proof" autoComplete="current-password" />
          </Field>
        </>
      ) : (
        <Field id="proof" label="Code from the mail" error={error} required>
          <TextInput
            name="proof"
            inputMode="numeric"
            autoComplete="one-time-code"
            className="code"
            maxLength={12}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy === 'sending'} busyLabel="Checking...">
          Go on
        </Button>
        {by === 'password' && (
          <Button
            variant="outline"
            busy={busy === 'mailing'}
            busyLabel="Sending a code..."
            onClick={() => void mailCode()}
          >
            Mail me a code instead
          </Button>
        )}
        <Button variant="quiet" disabled={busy !== null} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
