/** A code of six digits, from a mail, a message or an app. */

import type { ComponentProps } from 'react'
import { oneTimeCodeLength, oneTimeCodeWords } from '#domain/one-time-codes.ts'
import type { Refuse } from '#site/lib/form/use-small-form.ts'
import { TextInput } from '#site/ui/inputs.tsx'

export function CodeInput({ name = 'code', ...rest }: ComponentProps<'input'>) {
  return (
    <TextInput
      name={name}
      inputMode="numeric"
      autoComplete="one-time-code"
      className="code"
      maxLength={12}
      {...rest}
    />
  )
}

/** For a small form whose one box is `code`. */
export function readCode({ code = '' }: Record<string, string>, refuse: Refuse): string | undefined {
  const digits = code.replace(/\D/g, '')
  return digits.length === oneTimeCodeLength ? digits : refuse('code', oneTimeCodeWords.typeCode)
}
