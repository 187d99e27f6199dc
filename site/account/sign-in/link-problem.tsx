/** A link from a mail that no longer works: what happened, and how to get a new one. */

import { useState } from 'react'
import { resendWords, linkProblemWords as words } from '#domain/account/sign-in-words.ts'
import { limits } from '#domain/limits.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { ResendVerification } from './resend-verification.tsx'

interface LinkProblemProps {
  message: string
  onForgotPassword: () => void
}

export function LinkProblem({ message, onForgotPassword }: LinkProblemProps) {
  const [email, setEmail] = useState('')
  return (
    <Notice kind="warn">
      <div className="grid gap-4" role="alert">
        <p className="font-semibold">{message || words.ended}</p>
        <p>{words.why}</p>
        <Field id="resend-email" {...resendWords.email}>
          <TextInput
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            maxLength={limits.emailMax}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <ResendVerification email={email} />
          <Button variant="quiet" size="sm" onClick={onForgotPassword}>
            {words.reset}
          </Button>
        </div>
      </div>
    </Notice>
  )
}
