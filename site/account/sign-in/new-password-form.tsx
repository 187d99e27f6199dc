/** "Choose a new password": where the link of a reset mail leads. */

import { findPasswordProblem, newPasswordSchema } from '#domain/account/accounts.ts'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { NewPasswordFields } from '#site/account/auth-form/new-password-fields.tsx'
import { useAuthForm } from '#site/account/auth-form/use-auth-form.ts'
import { signOut } from '#site/lib/auth-state.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { toast } from '#site/ui/toast.tsx'
import { chooseNewPassword } from './auth-calls.ts'

export function NewPasswordForm({ email }: { email: string }) {
  const form = useAuthForm({
    schema: newPasswordSchema,
    idPrefix: 'new-password',
    send: chooseNewPassword,
    onSuccess: () => toast.success('Your new password is set', 'Every other device has been signed out.'),
  })
  const { password = '', confirmPassword = '' } = form.values
  const canSubmit = findPasswordProblem(password) === null && password === confirmPassword
  return (
    <FormElement form={form} method="post" label="Choose a new password">
      <FormProblem failure={form.failure} />
      {/* Password managers file the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <NewPasswordFields form={form} password={password} confirmPassword={confirmPassword} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={form.isSending} busyLabel="Saving..." disabled={!canSubmit}>
          Save New Password
        </Button>
        <Button variant="quiet" onClick={() => void signOut()}>
          Cancel
        </Button>
      </div>
    </FormElement>
  )
}
