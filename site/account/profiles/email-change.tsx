/** Another email address for the account: requested here, confirmed from both mailboxes by link or by code. */

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountMessages } from '#domain/account/accounts.ts'
import { emailChangeWords as words } from '#domain/account/profile-words.ts'
import { isEmail, normaliseEmail } from '#domain/emails.ts'
import {
  type AuthFailure,
  attempt,
  failureOf,
  hintFor,
  readable,
  throwFailure,
  toastFailure,
} from '#site/account/auth-form/auth-failure.ts'
import { CancelButton } from '#site/account/auth-form/cancel-button.tsx'
import { EmailInput } from '#site/account/auth-form/email-input.tsx'
import { FormProblem } from '#site/account/auth-form/form-problem.tsx'
import { connectAuth } from '#site/lib/auth-state.ts'
import { readCode } from '#site/lib/form/code-input.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'

/** The address that waits for its confirmation, or null. */
function awaitedAddressQuery(userId: string) {
  return queryOptions({
    queryKey: ['awaited-address', userId],
    queryFn: async () => {
      const { data, error } = await (await getSupabase()).auth.getUser()
      if (error) throw error
      return data.user.new_email ?? null
    },
  })
}

async function requestChange(email: string): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const client = await connectAuth()
    const { error } = await client.auth.updateUser(
      { email },
      { emailRedirectTo: `${window.location.origin}/auth` },
    )
    if (!error) return null
    if (error.code === 'email_exists') return { message: words.taken }
    if (error.status === 429) return { message: accountMessages.rateLimited }
    return { message: readable(error).message || accountMessages.unexpected, hint: hintFor(error) }
  })
}

async function confirmMailbox(mailbox: string, code: string): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const client = await connectAuth()
    const { error } = await client.auth.verifyOtp({ email: mailbox, token: code, type: 'email_change' })
    if (!error) return null
    if (error.code === 'otp_expired') return { message: words.wrongCode }
    return { message: readable(error).message || accountMessages.unexpected, hint: hintFor(error) }
  })
}

export function EmailChange({ userId, email }: { userId: string; email: string }) {
  const queries = useQueryClient()
  const awaited = useQuery(awaitedAddressQuery(userId))
  const [isOpen, setIsOpen] = useState(false)
  const refresh = () => {
    void queries.invalidateQueries(awaitedAddressQuery(userId))
    void queries.invalidateQueries({ queryKey: ['profiles', userId] })
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <p>
        {words.present.before} <strong className="wrap-anywhere">{email}</strong>
        {words.present.after}
      </p>
      {awaited.data && <AwaitedAddress current={email} wanted={awaited.data} onConfirmed={refresh} />}
      {isOpen ? (
        <AddressForm
          current={email}
          onCancel={() => setIsOpen(false)}
          onRequested={() => {
            setIsOpen(false)
            refresh()
          }}
        />
      ) : (
        <div>
          <Button variant="outline" onClick={() => setIsOpen(true)}>
            {awaited.data ? words.labelAgain : words.label}
          </Button>
        </div>
      )}
    </div>
  )
}

function AddressForm(props: { current: string; onCancel: () => void; onRequested: () => void }) {
  const form = useSmallForm({
    fieldId: () => 'new-email',
    read({ email = '' }, refuse) {
      const wanted = normaliseEmail(email)
      if (!isEmail(wanted)) return refuse('email', accountMessages.invalidEmail)
      if (wanted === normaliseEmail(props.current)) return refuse('email', words.unchanged)
      return wanted
    },
    async send(wanted) {
      throwFailure(await requestChange(wanted))
      toast.success(words.requested.title, words.requested.text)
      props.onRequested()
    },
    onRefused: toastFailure,
  })

  return (
    <FormElement form={form} method="post" label={words.label}>
      <FormProblem isSaid failure={failureOf(form.error)} />
      <Field id="new-email" {...words.email} error={form.problemOf('email')} required>
        <EmailInput autoComplete="email" />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
        <CancelButton form={form} onCancel={props.onCancel} />
      </div>
    </FormElement>
  )
}

function AwaitedAddress(props: { current: string; wanted: string; onConfirmed: () => void }) {
  return (
    <Notice>
      <div className="grid grid-cols-1 gap-4">
        <p>
          <strong className="wrap-anywhere">{props.wanted}</strong> {words.awaited}
        </p>
        {[props.current, props.wanted].map((mailbox) => (
          <MailboxCode key={mailbox} mailbox={mailbox} onConfirmed={props.onConfirmed} />
        ))}
      </div>
    </Notice>
  )
}

function MailboxCode({ mailbox, onConfirmed }: { mailbox: string; onConfirmed: () => void }) {
  const [isConfirmed, setIsConfirmed] = useState(false)
  const form = useSmallForm({
    fieldId: () => `code-${mailbox}`,
    read: readCode,
    async send(code) {
      throwFailure(await confirmMailbox(mailbox, code))
      setIsConfirmed(true)
      toast.success(words.confirmed)
      onConfirmed()
    },
    blame: 'code',
  })

  if (isConfirmed) return <p className="font-semibold text-leaf">{words.confirmedBy(mailbox)}</p>
  return (
    <FormElement form={form} className="flex flex-wrap items-end gap-3" label={words.code.label(mailbox)}>
      <Field id={`code-${mailbox}`} label={words.code.label(mailbox)} error={form.problemOf('code')}>
        <TextInput name="code" inputMode="numeric" autoComplete="off" className="code" maxLength={12} />
      </Field>
      <Button type="submit" variant="outline" busy={form.isSending} busyLabel={words.codeBusyLabel}>
        {words.codeSubmitLabel}
      </Button>
    </FormElement>
  )
}
