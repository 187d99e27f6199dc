/** The second step by a code: of the authenticator app, or one of the recovery codes. */

import { type ReactNode, useEffect, useRef } from 'react'
import { recoveryCodeLength, secondStepWords as words } from '#domain/account/sign-in-words.ts'
import { isOneTimeCode, oneTimeCodeWords } from '#domain/one-time-codes.ts'
import { failureOf, throwFailure } from '#site/account/auth-form/auth-failure.ts'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { type Factor, verifyAppCode, verifyRecoveryCode } from './second-step-calls.ts'

interface SecondStepCodeProps {
  way: 'app' | 'recovery'
  apps: Factor[]
  onConfirmed: () => void
  /** The other ways, beside the button. */
  children: ReactNode
}

export function SecondStepCode({ way, apps, onConfirmed, children }: SecondStepCodeProps) {
  const form = useSmallForm({
    fieldId: (name) => `second-step-${name}`,
    read({ code = '', app = apps[0]?.id ?? '' }, refuse) {
      const typed = code.replace(/[\s-]/g, '')
      if (way === 'app' && !isOneTimeCode(typed)) return refuse('code', oneTimeCodeWords.typeCode)
      if (way === 'recovery' && typed.length !== recoveryCodeLength)
        return refuse('code', words.typeRecoveryCode)
      return { app, code: typed }
    },
    async send({ app, code }) {
      throwFailure(way === 'app' ? await verifyAppCode(app, code) : await verifyRecoveryCode(code))
      onConfirmed()
    },
    blame: 'code',
  })
  const failure = failureOf(form.error)
  const input = useRef<HTMLInputElement>(null)

  // The page has changed under the person who pressed "Sign In": the field that is requested takes the focus.
  useEffect(() => input.current?.focus(), [])

  return (
    <FormElement form={form} label={words.label}>
      <FormProblem isSaid failure={failure} />
      {way === 'app' && apps.length > 1 && (
        <Field id="second-step-app" label={words.app.label}>
          <Select name="app" options={apps.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
      )}
      <Field
        id="second-step-code"
        {...(way === 'app' ? words.appCode : words.recoveryCode)}
        error={form.problemOf('code')}
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
        <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
        {children}
      </div>
    </FormElement>
  )
}
