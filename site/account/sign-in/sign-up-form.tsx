/** Create an account: the button wakes up when the password is valid and written twice the same. */

import { accountMessages, isNewPassword, signUpSchema } from '#domain/account/accounts.ts'
import { signUpWords as words } from '#domain/account/sign-in-words.ts'
import { normaliseEmail } from '#domain/emails.ts'
import { limits } from '#domain/limits.ts'
import { EmailInput } from '#site/account/auth-form/email-input.tsx'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { NewPasswordFields } from '#site/account/auth-form/new-password-fields.tsx'
import { useAuthForm } from '#site/account/auth-form/use-auth-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { PrivacyLine } from '#site/lib/form/privacy-line.tsx'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { toast } from '#site/ui/toast.tsx'
import { signUp } from './auth-calls.ts'

interface SignUpFormProps {
  onSignedUp: (email: string) => void
  onSignInInstead: () => void
}

export function SignUpForm({ onSignedUp, onSignInInstead }: SignUpFormProps) {
  const isHydrated = useHydrated()
  const form = useAuthForm({
    schema: signUpSchema,
    idPrefix: 'sign-up',
    send: signUp,
    onSuccess(values) {
      form.reset()
      toast.success(accountMessages.signedUp)
      onSignedUp(normaliseEmail(values.email ?? ''))
    },
  })
  const { password = '', confirmPassword = '' } = form.values
  const canSubmit = isHydrated && isNewPassword(form.values)
  return (
    <FormElement form={form} method="post" label={words.label}>
      <FormProblem isSaid failure={form.failure}>
        {form.failure?.isExistingAccount && (
          <Button variant="outline" size="sm" onClick={onSignInInstead}>
            {words.signInInstead}
          </Button>
        )}
      </FormProblem>
      <Field id={form.fieldId('fullName')} {...words.fullName} error={form.problemOf('fullName')} required>
        <TextInput name="fullName" autoComplete="name" maxLength={limits.fullNameMax} />
      </Field>
      <Field id={form.fieldId('email')} {...words.email} error={form.problemOf('email')} required>
        <EmailInput autoComplete="email" />
      </Field>
      <NewPasswordFields form={form} password={password} confirmPassword={confirmPassword} />
      <PrivacyLine>{words.note}</PrivacyLine>
      <div>
        <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel} disabled={!canSubmit}>
          {words.submitLabel}
        </Button>
      </div>
    </FormElement>
  )
}
