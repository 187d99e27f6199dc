/** While a mail is on its way: what to do with it, a place for its code, and a way to request it again. */

import { useEffect, useRef } from 'react'
import { awaitedMailWords as words } from '#domain/account/sign-in-words.ts'
import { failureOf, throwFailure } from '#site/account/auth-form/auth-failure.ts'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { readCode } from '#site/lib/form/code-input.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
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

export function AwaitedMail({ email, purpose }: AwaitedMailFor) {
  const form = useSmallForm({
    fieldId: (name) => `mail-${name}`,
    read: readCode,
    async send(code) {
      throwFailure(await verifyMailCode({ email, purpose, code }))
      if (purpose === 'signup') toast.success(words.verified)
    },
    blame: 'code',
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const problem = form.problemOf('code')

  // Someone who follows the link instead, perhaps in another tab, does not see the error of the wrong code any more.
  useEffect(() => (problem ? toast.dismiss : undefined), [problem])

  // The form that requested it stands further down: without this the person would not see what comes next.
  useEffect(() => heading.current?.focus(), [])

  return (
    <Notice kind="good">
      <div className="grid gap-4 justify-items-start">
        <h2 ref={heading} tabIndex={-1} className="text-xl">
          {words.title}
        </h2>
        <p>
          {words[purpose][0]} <strong className="wrap-anywhere">{email}</strong>
          {words[purpose][1]}
        </p>
        {/* A wrong code is reported at its box alone: here stands what to do about it. */}
        <FormProblem isSaid failure={failureOf(form.error)} />
        <FormElement form={form} className="flex flex-wrap items-end gap-3" label={words.label}>
          <Field id="mail-code" {...words.code} error={form.problemOf('code')}>
            <TextInput name="code" inputMode="numeric" autoComplete="one-time-code" className="code" />
          </Field>
          <Button type="submit" variant="outline" busy={form.isSending} busyLabel={words.busyLabel}>
            {words.submitLabel}
          </Button>
        </FormElement>
        {purpose === 'signup' && (
          <div className="grid gap-2 justify-items-start">
            <p className="text-sm">{words.nothing}</p>
            <ResendVerification email={email} />
          </div>
        )}
      </div>
    </Notice>
  )
}
