/** Requests a new verification mail. */

import { useState } from 'react'
import { accountMessages } from '#domain/account/accounts.ts'
import { resendWords as words } from '#domain/account/sign-in-words.ts'
import { isEmail, normaliseEmail } from '#domain/emails.ts'
import { Button } from '#site/ui/button.tsx'
import { toast } from '#site/ui/toast.tsx'
import { resendVerification } from './auth-calls.ts'

export function ResendVerification({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)

  async function resend() {
    toast.dismiss()
    if (!isEmail(normaliseEmail(email))) return toast.error(accountMessages.invalidEmail)
    setBusy(true)
    const failure = await resendVerification(email)
    setBusy(false)
    if (failure) return toast.error(failure.message, failure.hint)
    toast.success(words.sent)
  }

  return (
    <Button variant="outline" size="sm" busy={busy} busyLabel={words.busyLabel} onClick={() => void resend()}>
      {words.submitLabel}
    </Button>
  )
}
