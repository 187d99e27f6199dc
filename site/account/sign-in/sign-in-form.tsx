/** Sign in with email and password. */

import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { accountMessages, signInSchema } from '#domain/account/accounts.ts'
import { signInWords as words } from '#domain/account/sign-in-words.ts'
import { EmailInput } from '#site/account/auth-form/email-input.tsx'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { useAuthForm } from '#site/account/auth-form/use-auth-form.ts'
import { authStore } from '#site/lib/auth-state.ts'
import { hasSentHere } from '#site/lib/draft.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { isSharedPhone } from '#site/lib/session-storage.ts'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, PasswordInput } from '#site/ui/inputs.tsx'
import { toast } from '#site/ui/toast.tsx'
import { signIn } from './auth-calls.ts'
import { ResendVerification } from './resend-verification.tsx'

export function SignInForm({ onForgotPassword }: { onForgotPassword: (email: string) => void }) {
  const isHydrated = useHydrated()
  // A person who accepts an invitation comes with the address that it was sent to.
  const { email } = (useLocation().state ?? {}) as { email?: string }
  const form = useAuthForm({
    schema: signInSchema,
    idPrefix: 'sign-in',
    send: signIn,
    // With a second step to come, the welcome waits for it.
    onSuccess: () => authStore.get().isSecondStepDue || toast.success(accountMessages.welcomeBack),
  })
  const [question, setQuestion] = useState<typeof import('./shared-phone-question.tsx') | null>(null)
  const isSure = useRef(false)

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const element = event.currentTarget
    const isShared = new FormData(element).has('sharedPhone') && !isSharedPhone()
    if (isSure.current || !isShared || !hasSentHere()) return form.onSubmit(event)
    event.preventDefault()
    import('./shared-phone-question.tsx').then(
      (module) => (module.isAsked() ? setQuestion(module) : goOn(element)),
      () => goOn(element),
    )
  }

  function goOn(element = form.ref.current) {
    setQuestion(null)
    isSure.current = true
    element?.requestSubmit()
  }

  return (
    <FormElement form={{ ...form, onSubmit }} method="post" label={words.label}>
      <FormProblem isSaid failure={form.failure}>
        {form.failure?.isUnverified && <ResendVerification email={form.values.email ?? ''} />}
      </FormProblem>
      <Field id={form.fieldId('email')} {...words.email} error={form.problemOf('email')} required>
        <EmailInput defaultValue={email} />
      </Field>
      <Field id={form.fieldId('password')} {...words.password} error={form.problemOf('password')} required>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <Checkbox
        id={form.fieldId('sharedPhone')}
        name="sharedPhone"
        {...words.sharedPhone}
        ref={tickWhereShared}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel} disabled={!isHydrated}>
          {words.submitLabel}
        </Button>
        <Button
          variant="quiet"
          disabled={!isHydrated}
          onClick={() => onForgotPassword(form.values.email ?? '')}
        >
          {words.forgotten}
        </Button>
      </div>
      {question && (
        <question.SharedPhoneQuestion onConfirm={() => goOn()} onClose={() => setQuestion(null)} />
      )}
    </FormElement>
  )
}

/** As it was said in this tab before. */
function tickWhereShared(box: HTMLInputElement | null) {
  if (box && isSharedPhone()) box.checked = true
}
