/** While a mail is on its way: what to do with it, a place for its code, and a way to ask for it again. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { verifyMailCode } from './auth-calls.ts'
import { ResendVerification } from './resend-verification.tsx'

export interface AwaitedMailFor {
  email: string
  purpose: 'signup' | 'recovery'
}

const codeLength = 6

export function AwaitedMail({ email, purpose }: AwaitedMailFor) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)

  // The form that asked stands further down: without this the person would not see what comes next.
  useEffect(() => heading.current?.focus(), [])

  async function verify(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replace(/\D/g, '')
    if (code.length !== codeLength) return setError(`The code has ${codeLength} digits`)
    setBusy(true)
    const failure = await verifyMailCode({ email, purpose, code })
    setBusy(false)
    if (failure) {
      setError(failure.message)
      return toast.error(failure.message, failure.hint)
    }
    if (purpose === 'signup') toast.success('E-mail verified')
  }

  return (
    <Notice kind="good">
      <div className="grid gap-4 justify-items-start">
        <h2 ref={heading} tabIndex={-1} className="text-xl">
          Look into your mail
        </h2>
        {purpose === 'signup' ? (
          <p>
            We sent a mail to <strong className="wrap-anywhere">{email}</strong>. Follow its link, or type its
            code here. Then you can sign in.
          </p>
        ) : (
          <p>
            If <strong className="wrap-anywhere">{email}</strong> has an account, a mail is on its way. Follow
            its link, or type its code here, to choose a new password.
          </p>
        )}
        <form
          className="flex flex-wrap items-end gap-3"
          noValidate
          aria-label="Code from the mail"
          onSubmit={verify}
        >
          <Field id="mail-code" label="Code from the mail" error={error}>
            <TextInput name="code" inputMode="numeric" autoComplete="one-time-code" className="code" />
          </Field>
          <Button type="submit" variant="outline" busy={busy} busyLabel="Verifying...">
            Use code
          </Button>
        </form>
        {purpose === 'signup' && (
          <div className="grid gap-2 justify-items-start">
            <p className="text-sm">
              Nothing there after a few minutes? Look in the spam folder, or ask again.
            </p>
            <ResendVerification email={email} />
          </div>
        )}
      </div>
    </Notice>
  )
}
