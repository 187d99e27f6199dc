/** A new password after the present one; where the sign-in is long ago, with a code from the mail. Every other device is signed out. */

import { useState } from 'react'
import { isNewPassword, newPasswordSchema } from '#domain/account/accounts.ts'
import { newPasswordWords } from '#domain/account/new-password-words.ts'
import { changePasswordWords as words } from '#domain/account/security-words.ts'
import { AccountName } from '#site/account/auth-form/account-name.tsx'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { NewPasswordFields } from '#site/account/auth-form/new-password-fields.tsx'
import { useAuthForm } from '#site/account/auth-form/use-auth-form.ts'
import { CodeInput } from '#site/lib/form/code-input.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { PasswordInput } from '#site/ui/inputs.tsx'
import { toast } from '#site/ui/toast.tsx'
import { changePassword, mailConfirmationCode } from './security-data.ts'

export function PasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [needsCode, setNeedsCode] = useState(false)
  const form = useAuthForm({
    schema: newPasswordSchema,
    idPrefix: 'change-password',
    async send({ present = '', password = '', nonce = '' }) {
      const outcome = await changePassword(
        password,
        present,
        needsCode ? nonce.replace(/\D/g, '') : undefined,
      )
      if (outcome.ok) return null
      if (outcome.failure) return outcome.failure
      setNeedsCode(outcome.needsCode)
      return (await mailConfirmationCode()) ?? words.codeSent
    },
    onSuccess() {
      setNeedsCode(false)
      form.reset()
      toast.success(newPasswordWords.saved.title, newPasswordWords.saved.text)
      onChanged()
    },
  })
  const { password = '', confirmPassword = '' } = form.values
  const canSubmit = isNewPassword(form.values)
  return (
    <FormElement form={form} method="post" label={words.label}>
      <FormProblem isSaid failure={form.failure} />
      <AccountName email={email} />
      <Field id="change-password-present" {...words.present}>
        <PasswordInput name="present" autoComplete="current-password" />
      </Field>
      <NewPasswordFields
        form={form}
        password={password}
        confirmPassword={confirmPassword}
        label={words.password.label}
      />
      {needsCode && (
        <Field id="change-password-nonce" {...words.code} required>
          <CodeInput name="nonce" />
        </Field>
      )}
      <div>
        <Button
          type="submit"
          busy={form.isSending}
          busyLabel={newPasswordWords.busyLabel}
          disabled={!canSubmit}
        >
          {newPasswordWords.submitLabel}
        </Button>
      </div>
    </FormElement>
  )
}
