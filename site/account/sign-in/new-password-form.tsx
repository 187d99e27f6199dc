/** "Choose a new password": where the link of a reset mail leads. */

import { isNewPassword, newPasswordSchema } from '#domain/account/accounts.ts'
import { newPasswordWords as words } from '#domain/account/new-password-words.ts'
import { cancelLabel } from '#domain/form-words.ts'
import { AccountName } from '#site/account/auth-form/account-name.tsx'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { NewPasswordFields } from '#site/account/auth-form/new-password-fields.tsx'
import { useAuthForm } from '#site/account/auth-form/use-auth-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { askToLeave } from '#site/lib/leaving.ts'
import { Button } from '#site/ui/button.tsx'
import { toast } from '#site/ui/toast.tsx'
import { chooseNewPassword } from './auth-calls.ts'

export function NewPasswordForm({ email }: { email: string }) {
  const form = useAuthForm({
    schema: newPasswordSchema,
    idPrefix: 'new-password',
    send: chooseNewPassword,
    onSuccess: () => toast.success(words.saved.title, words.saved.text),
  })
  const { password = '', confirmPassword = '' } = form.values
  const canSubmit = isNewPassword(form.values)
  return (
    <FormElement form={form} method="post" label={words.label}>
      <FormProblem isSaid failure={form.failure} />
      <AccountName email={email} />
      <NewPasswordFields form={form} password={password} confirmPassword={confirmPassword} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel} disabled={!canSubmit}>
          {words.submitLabel}
        </Button>
        <Button variant="quiet" onClick={() => askToLeave('unfinished')}>
          {cancelLabel}
        </Button>
      </div>
    </FormElement>
  )
}
