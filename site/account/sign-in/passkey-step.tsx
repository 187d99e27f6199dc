/** The second step by a passkey: one press, then the browser prompts for finger, face, PIN or security key. */

import { type ReactNode, useEffect } from 'react'
import { secondStepWords as words } from '#domain/account/sign-in-words.ts'
import { failureOf, throwFailure } from '#site/account/auth-form/auth-failure.ts'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
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
  const form = useSmallForm({
    fieldId: (name) => `second-step-${name}`,
    read: ({ passkey = passkeys[0]?.id ?? '' }) => passkey,
    async send(passkey) {
      throwFailure(await verifyPasskey(passkey))
      onConfirmed()
    },
  })
  const busy = form.isSending

  // The page has changed under the user who pressed "Sign In"; and a button that is busy loses the focus.
  useEffect(() => {
    if (!busy) form.ref.current?.querySelector<HTMLButtonElement>('button[type=submit]')?.focus()
  }, [busy])

  return (
    <FormElement form={form} label={words.label}>
      {/* A toast would lie over the buttons of a telephone. */}
      <div role="alert" className="contents">
        <FormProblem failure={failureOf(form.error)} />
      </div>
      {passkeys.length > 1 && (
        <Field id="second-step-passkey" label={words.passkey.label}>
          <Select name="passkey" options={passkeys.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={busy} busyLabel={words.passkey.busyLabel}>
          {words.passkey.submitLabel}
        </Button>
        {children}
      </div>
    </FormElement>
  )
}
