/** Name and password of a person who is invited: one press makes the account and signs them in. */
import { useRef } from 'react'
import { findPasswordProblem, joinSchema } from '#domain/account/accounts.ts'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { NewPasswordFields } from '#site/account/auth-form/new-password-fields.tsx'
import { useAuthForm } from '#site/account/auth-form/use-auth-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { chooseFirstPassword, openInvitedAccount } from './join-calls.ts'

interface JoinFormProps {
  token: string
  email: string
  /** The account is there and signed in: what it lacks is the password. */
  isOpen: boolean
  onJoined: () => void
}

export function JoinForm({ token, email, isOpen, onJoined }: JoinFormProps) {
  /** The link is used up by the first press, whatever becomes of the password. */
  const isOpened = useRef(isOpen)
  const form = useAuthForm({
    schema: joinSchema,
    idPrefix: 'join',
    async send(values) {
      const failure = isOpened.current ? null : await openInvitedAccount(token)
      if (failure) return failure
      isOpened.current = true
      return chooseFirstPassword(values)
    },
    onSuccess: onJoined,
  })
  const { password = '', confirmPassword = '' } = form.values
  const canSubmit = findPasswordProblem(password) === null && password === confirmPassword
  return (
    <FormElement form={form} method="post" label="Set your password" className="grid w-full gap-4">
      <p>
        Your account is <strong className="wrap-anywhere">{email}</strong>. Set your password.
      </p>
      <FormProblem isSaid failure={form.failure} />
      {/* Password managers file the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Field id={form.fieldId('fullName')} label="Full name" error={form.problemOf('fullName')} required>
        <TextInput name="fullName" autoComplete="name" />
      </Field>
      <NewPasswordFields form={form} password={password} confirmPassword={confirmPassword} />
      <div>
        <Button type="submit" busy={form.isSending} busyLabel="One moment..." disabled={!canSubmit}>
          Set password and join
        </Button>
      </div>
    </FormElement>
  )
}
