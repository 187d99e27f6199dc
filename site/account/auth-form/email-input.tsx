/** The box for an email address; `username` where a password manager fills it in. */
import type { ComponentProps } from 'react'
import { limits } from '#domain/limits.ts'
import { TextInput } from '#site/ui/inputs.tsx'

export function EmailInput({ autoComplete = 'username', ...rest }: ComponentProps<'input'>) {
  return (
    <TextInput
      name="email"
      type="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      maxLength={limits.emailMax}
      {...rest}
    />
  )
}
