/** The second step by a passkey: one press, then the browser asks for finger, face, PIN or security key. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { AuthFailure } from '#site/account/auth-form/auth-failure.ts'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select } from '#site/ui/inputs.tsx'
import { type Factor, verifyPasskey } from './second-step-calls.ts'

interface PasskeyStepProps {
  passkeys: Factor[]
  onConfirmed: () => void
  /** The other ways, beside the button. */
  children: ReactNode
}

export function PasskeyStep({ passkeys, onConfirmed, children }: PasskeyStepProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<AuthFailure | null>(null)
  const form = useRef<HTMLFormElement>(null)

  // The page has changed under the user who pressed "Sign In"; and a button that is busy loses the focus.
  useEffect(() => {
    if (!busy) form.current?.querySelector<HTMLButtonElement>('button[type=submit]')?.focus()
  }, [busy])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const chosen = String(new FormData(event.currentTarget).get('passkey') ?? passkeys[0]?.id ?? '')
    setFailure(null)
    setBusy(true)
    const failed = await verifyPasskey(chosen)
    setBusy(false)
    if (!failed) return onConfirmed()
    setFailure(failed)
  }

  return (
    <form ref={form} className="form" noValidate aria-label="Second step" onSubmit={submit}>
      {/* A toast would lie over the buttons of a telephone. */}
      <div role="alert" className="contents">
        <FormProblem failure={failure} />
      </div>
      {passkeys.length > 1 && (
        <Field id="second-step-passkey" label="Passkey">
          <Select name="passkey" options={passkeys.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={busy} busyLabel="Waiting for your device...">
          Use your passkey
        </Button>
        {children}
      </div>
    </form>
  )
}
