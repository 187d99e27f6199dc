/** The second step by a code: of the authenticator app, or one of the recovery codes. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { AuthFailure } from '#site/account/auth-form/auth-failure.ts'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { toast } from '#site/ui/toast.tsx'
import { type Factor, verifyAppCode, verifyRecoveryCode } from './second-step-calls.ts'

const appCodeLength = 6
const recoveryCodeLength = 16

interface SecondStepCodeProps {
  way: 'app' | 'recovery'
  apps: Factor[]
  onConfirmed: () => void
  /** The other ways, beside the button. */
  children: ReactNode
}

export function SecondStepCode({ way, apps, onConfirmed, children }: SecondStepCodeProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<AuthFailure | null>(null)
  const input = useRef<HTMLInputElement>(null)

  // The page has changed under whoever pressed "Sign In": the field that is asked for takes the focus.
  useEffect(() => input.current?.focus(), [])

  function refuse(message: string) {
    setError(message)
    input.current?.focus()
    input.current?.select()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    const code = String(form.get('code') ?? '').replace(/[\s-]/g, '')
    setFailure(null)
    setError(undefined)
    if (way === 'app' && !/^\d{6}$/.test(code)) return refuse(`The code has ${appCodeLength} digits`)
    if (way === 'recovery' && code.length !== recoveryCodeLength)
      return refuse(`A recovery code has ${recoveryCodeLength} letters and digits`)
    setBusy(true)
    const failed =
      way === 'app'
        ? await verifyAppCode(String(form.get('app') ?? apps[0]?.id ?? ''), code)
        : await verifyRecoveryCode(code)
    setBusy(false)
    if (!failed) return onConfirmed()
    setFailure(failed)
    toast.error(failed.message, failed.hint)
    refuse(failed.message)
  }

  return (
    <form className="form" noValidate aria-label="Second step" onSubmit={submit}>
      {failure?.hint && <FormProblem failure={failure} />}
      {way === 'app' && apps.length > 1 && (
        <Field id="second-step-app" label="App">
          <Select name="app" options={apps.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
      )}
      <Field
        id="second-step-code"
        label={way === 'app' ? 'Code from your app' : 'Recovery code'}
        error={error}
        required
      >
        <TextInput
          ref={input}
          name="code"
          className="code"
          inputMode={way === 'app' ? 'numeric' : 'text'}
          autoComplete={way === 'app' ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={busy} busyLabel="Checking...">
          Confirm
        </Button>
        {children}
      </div>
    </form>
  )
}
