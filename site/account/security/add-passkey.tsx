/** A passkey for the account: a name for the list, then the browser prompts for finger, face, PIN or security key. */

import { useEffect, useRef } from 'react'
import { describeDevice } from '#domain/account/devices.ts'
import { addPasskeyWords as words } from '#domain/account/security-words.ts'
import { type AuthFailure, failureOf, throwFailure } from '#site/account/auth-form/auth-failure.ts'
import { CancelButton } from '#site/account/auth-form/cancel-button.tsx'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { networkHint } from '#site/lib/network.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'

interface AddPasskeyProps {
  takenNames: readonly string[]
  onCancel: () => void
  onAdded: () => void
}

const longestName = 60

export function AddPasskey({ takenNames, onCancel, onAdded }: AddPasskeyProps) {
  const form = useSmallForm({
    fieldId: (name) => `passkey-${name}`,
    read(values, refuse) {
      const name = values.name?.trim()
      if (!name) return refuse('name', words.name.missing)
      return takenNames.includes(name) ? refuse('name', words.name.taken) : name
    },
    async send(name) {
      throwFailure(await makePasskey(name))
      onAdded()
    },
  })
  const failure = failureOf(form.error)
  const input = useRef<HTMLInputElement>(null)
  const send = useRef<HTMLButtonElement>(null)

  // A button that is busy loses the focus.
  useEffect(() => {
    if (failure) send.current?.focus()
  }, [failure])
  // The button that was pressed is gone: what came in its place takes the focus.
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  return (
    <FormElement form={form} label={words.label}>
      <p>{words.what}</p>
      <div role="alert" className="contents">
        <FormProblem failure={failure} />
      </div>
      <Field
        id="passkey-name"
        label={words.name.label}
        help={words.name.help}
        error={form.problemOf('name')}
        required
      >
        <TextInput
          ref={input}
          name="name"
          autoComplete="off"
          maxLength={longestName}
          defaultValue={nameDevice(takenNames)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button ref={send} type="submit" busy={form.isSending} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
        <CancelButton form={form} onCancel={onCancel} />
      </div>
    </FormElement>
  )
}

/** What speaks with the device is loaded for anyone who adds a passkey. */
async function makePasskey(name: string): Promise<AuthFailure | null> {
  try {
    const { addPasskey, findPasskeyObstacle } = await import('./passkeys.ts')
    return findPasskeyObstacle() ?? (await addPasskey(name))
  } catch (error) {
    console.error('The passkey could not be made', error)
    return { message: words.failed, hint: networkHint }
  }
}

function nameDevice(taken: readonly string[]): string {
  const device = describeDevice(navigator.userAgent)
  let number = 1
  const name = () => (number === 1 ? device : `${device} ${number}`)
  while (taken.includes(name())) number += 1
  return name()
}
