/** Requests a mail with a link to choose a new password. */

import { accountMessages, resetSchema } from '#domain/account/accounts.ts'
import { resetWords as words } from '#domain/account/sign-in-words.ts'
import { normaliseEmail } from '#domain/emails.ts'
import { EmailInput } from '#site/account/auth-form/email-input.tsx'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { useAuthForm } from '#site/account/auth-form/use-auth-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { toast } from '#site/ui/toast.tsx'
import { sendPasswordReset } from './auth-calls.ts'

interface ResetFormProps {
  email: string
  onBack: () => void
  onSent: (email: string) => void
}

export function ResetForm({ email, onBack, onSent }: ResetFormProps) {
  const form = useAuthForm({
    schema: resetSchema,
    idPrefix: 'reset',
    send: sendPasswordReset,
    onSuccess(values) {
      toast.success(accountMessages.resetSent)
      onSent(normaliseEmail(values.email ?? ''))
    },
  })
  return (
    <FormElement form={form} method="post" label={words.label}>
      <FormProblem isSaid failure={form.failure} />
      <Field id={form.fieldId('email')} {...words.email} error={form.problemOf('email')} required>
        <EmailInput defaultValue={email} />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </FormElement>
  )
}
