/** A new password after the present one; where the sign-in is long ago, with a code from the mail. Every other device is signed out. */

import { useState } from 'react'
import { findPasswordProblem, newPasswordSchema } from '#domain/account/accounts.ts'
import type { AuthFailure } from '#site/account/auth-form/auth-failure.ts'
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

const codeSent: AuthFailure = {
  message: 'Please confirm that it is you.',
  hint: 'Your sign-in is some time ago, so we have mailed you a code. Type it below and save again.',
}

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
      return (await mailConfirmationCode()) ?? codeSent
    },
    onSuccess() {
      setNeedsCode(false)
      form.reset()
      toast.success('Your new password is set', 'Every other device has been signed out.')
      onChanged()
    },
  })
  const { password = '', confirmPassword = '' } = form.values
  const canSubmit = findPasswordProblem(password) === null && password === confirmPassword
  return (
    <FormElement form={form} method="post" label="Change password">
      <FormProblem failure={form.failure} />
      {/* Password managers file the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Field
        id="change-password-present"
        label="Present password"
        help="Empty only if your account has none yet."
      >
        <PasswordInput name="present" autoComplete="current-password" />
      </Field>
      <NewPasswordFields
        form={form}
        password={password}
        confirmPassword={confirmPassword}
        label="New password"
      />
      {needsCode && (
        <Field id="change-password-nonce" label="Code from the mail" required>
          <CodeInput name="nonce" />
        </Field>
      )}
      <div>
        <Button type="submit" busy={form.isSending} busyLabel="Saving..." disabled={!canSubmit}>
          Save New Password
        </Button>
      </div>
    </FormElement>
  )
}
