/** A new password and its repetition, with the rules ticked off while typing. */

import { accountMessages, describePassword } from '#domain/account/accounts.ts'
import { newPasswordWords as words } from '#domain/account/new-password-words.ts'
import { limits } from '#domain/limits.ts'
import { countCharacters } from '#domain/text.ts'
import { cx } from '#site/ui/cx.ts'
import { Field } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { PasswordInput } from '#site/ui/inputs.tsx'
import type { AuthForm } from './use-auth-form.ts'

const rules = [
  {
    label: words.length,
    isMet: (password: string) => {
      const length = countCharacters(password)
      return length >= limits.passwordMin && length <= limits.passwordMax
    },
  },
  { label: words.lower, isMet: (password: string) => /[a-z]/.test(password) },
  { label: words.upper, isMet: (password: string) => /[A-Z]/.test(password) },
  { label: words.number, isMet: (password: string) => /[0-9]/.test(password) },
]

interface NewPasswordFieldsProps {
  form: AuthForm
  password: string
  confirmPassword: string
  /** Where an old one is spoken of too: "New password". */
  label?: string
}

export function NewPasswordFields({
  form,
  password,
  confirmPassword,
  label = words.password.label,
}: NewPasswordFieldsProps) {
  const { valid, message } = describePassword(password)
  const differs = confirmPassword !== '' && confirmPassword !== password
  return (
    <>
      <div className="grid gap-3">
        <Field id={form.fieldId('password')} label={label} error={form.problemOf('password')} required>
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <ul className="grid sm:grid-cols-2 gap-x-4 gap-y-1 text-sm" aria-label={words.rulesLabel}>
          {rules.map(({ label, isMet }) => {
            const met = isMet(password)
            return (
              <li key={label} className={cx('flex items-center gap-2', met ? 'text-leaf' : 'text-stone')}>
                <RuleMark met={met} />
                {label}
                <span className="sr-only"> {met ? words.done : words.missing}</span>
              </li>
            )
          })}
        </ul>
        <p
          className={cx('min-h-6 text-sm font-semibold', valid ? 'text-leaf' : 'text-clay')}
          aria-live="polite"
        >
          {password !== '' && message}
        </p>
      </div>
      <Field
        id={form.fieldId('confirmPassword')}
        {...words.confirmPassword}
        error={differs ? accountMessages.passwordsDiffer : form.problemOf('confirmPassword')}
        required
      >
        <PasswordInput name="confirmPassword" autoComplete="new-password" />
      </Field>
    </>
  )
}

function RuleMark({ met }: { met: boolean }) {
  if (met) return <Icon name="check" />
  return (
    <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
      <circle cx="12" cy="12" r="4" />
    </svg>
  )
}
