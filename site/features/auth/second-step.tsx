/** After the password, for whoever has a second factor: the code of the app, or one of the recovery codes. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { accountMessages } from '#domain/accounts.ts'
import {
  type AuthenticatorApp,
  countRecoveryCodes,
  listApps,
  verifyAppCode,
  verifyRecoveryCode,
} from '#site/features/auth/second-step-calls.ts'
import type { AuthFailure } from '#site/lib/auth-form/auth-failure.ts'
import { FormProblem } from '#site/lib/auth-form/form-problem.tsx'
import { signOut } from '#site/lib/auth-state.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { toast } from '#site/ui/toast.tsx'

const appCodeLength = 6
const recoveryCodeLength = 16

export function SecondStep() {
  const [apps, setApps] = useState<AuthenticatorApp[]>([])
  const [way, setWay] = useState<'app' | 'recovery'>('app')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<AuthFailure | null>(null)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    void listApps().then(setApps, () => setApps([]))
  }, [])
  // The page has changed under whoever pressed "Sign In": the field that is asked for takes the focus.
  useEffect(() => {
    if (way) input.current?.focus()
  }, [way])

  function turnTo(chosen: typeof way) {
    setWay(chosen)
    setError(undefined)
    setFailure(null)
  }

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
    if (failed) {
      setFailure(failed)
      toast.error(failed.message, failed.hint)
      return refuse(failed.message)
    }
    const left = way === 'recovery' ? await countRecoveryCodes().catch(() => null) : null
    toast.success(
      accountMessages.welcomeBack,
      left === null
        ? undefined
        : `You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left. You find them under Security.`,
    )
  }

  return (
    <>
      <p>
        {way === 'app'
          ? 'Your account is protected by a second step. Open your authenticator app and type the code that it shows.'
          : 'Type one of the recovery codes that you kept. Each works once.'}
      </p>
      <form className="form" noValidate aria-label="Second step" onSubmit={submit}>
        {failure?.hint && <FormProblem failure={failure} />}
        {way === 'app' && apps.length > 1 && (
          <Field id="second-step-app" label="App">
            <Select name="app" options={apps.map(({ id, name }) => ({ value: id, label: name }))} />
          </Field>
        )}
        <Field
          key={way}
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
          <Button variant="quiet" onClick={() => turnTo(way === 'app' ? 'recovery' : 'app')}>
            {way === 'app' ? 'Use a recovery code' : 'Use the app'}
          </Button>
        </div>
      </form>
      <p className="text-stone">
        Neither at hand?{' '}
        <Button variant="quiet" size="sm" onClick={() => void signOut()}>
          Sign out
        </Button>
      </p>
    </>
  )
}
