/** "Delete my account": the address typed and a code from the mailbox, then the way out for good. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { findDeletionProblems } from '#domain/account/account-deletion.ts'
import type { FieldProblem } from '#domain/forms.ts'
import { signOut } from '#site/lib/auth-state.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { deleteMyAccount, mailDeletionCode, openOrdersQuery } from './my-data-calls.ts'

interface DeleteAccountProps {
  userId: string
  email: string
}

const formId = 'delete-account'

export function DeleteAccount({ userId, email }: DeleteAccountProps) {
  const openOrders = useQuery(openOrdersQuery(userId))
  const [isAsking, setIsAsking] = useState(false)
  const [busy, setBusy] = useState<'mailing' | 'deleting' | null>(null)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [trouble, setTrouble] = useState<string | null>(null)
  const problemOf = (field: string) => problems.find((problem) => problem.field === field)?.message

  async function begin() {
    setBusy('mailing')
    setTrouble(null)
    try {
      await mailDeletionCode()
      setProblems([])
      setIsAsking(true)
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    }
    setBusy(null)
  }

  function refuse(found: readonly FieldProblem[]) {
    setProblems(found)
    if (found[0]) document.getElementById(`${formId}-${found[0].field}`)?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    const given = {
      confirmation: String(form.get('confirmation') ?? ''),
      code: String(form.get('code') ?? ''),
    }
    setTrouble(null)
    const found = findDeletionProblems(given, email)
    refuse(found)
    if (found.length > 0) return
    setBusy('deleting')
    try {
      await deleteMyAccount(given)
    } catch (error) {
      setBusy(null)
      if (error instanceof ServerError && error.problems.length > 0) return refuse(error.problems)
      return setTrouble(error instanceof Error ? error.message : String(error))
    }
    await signOut()
    toast.success('Your account is deleted', 'Thank you for the time with us.')
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        Your profile, applications, secrets and sign-in go for good. Orders and payments stay as the law asks,
        without your name. Requests that wait for an answer are withdrawn.
      </p>
      {openOrders.data ? (
        <Notice kind="warn">
          <p>
            {openOrders.data === 1 ? 'One order is' : `${openOrders.data} orders are`} agreed and not yet
            completed. We could not reach you about {openOrders.data === 1 ? 'it' : 'them'} any more: call us
            first.
          </p>
        </Notice>
      ) : null}
      {trouble && !isAsking && (
        <Notice kind="warn">
          <p role="alert">{trouble}</p>
        </Notice>
      )}
      <div>
        <Button
          variant="danger"
          busy={busy === 'mailing'}
          busyLabel="Sending a code..."
          onClick={() => void begin()}
        >
          Delete my account
        </Button>
      </div>
      <Dialog
        open={isAsking}
        role="alertdialog"
        title="Delete your account for good?"
        onClose={() => busy || setIsAsking(false)}
        actions={
          <>
            <Button
              type="submit"
              form={formId}
              variant="danger"
              busy={busy === 'deleting'}
              busyLabel="Deleting..."
            >
              Delete for good
            </Button>
            <Button variant="outline" disabled={busy !== null} onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
          </>
        }
      >
        <p>
          This cannot be undone. We have mailed a code to <strong className="wrap-anywhere">{email}</strong>.
        </p>
        <form id={formId} className="form" noValidate aria-label="Delete my account" onSubmit={submit}>
          <Field
            id={`${formId}-confirmation`}
            label="Type your e-mail address to confirm"
            error={problemOf('confirmation')}
            required
          >
            <TextInput name="confirmation" type="email" autoComplete="off" autoCapitalize="none" />
          </Field>
          <Field id={`${formId}-code`} label="Code from the mail" error={problemOf('code')} required>
            <TextInput
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              className="code"
              maxLength={12}
            />
          </Field>
        </form>
        {trouble && (
          <Notice kind="warn">
            <p role="alert">{trouble}</p>
          </Notice>
        )}
      </Dialog>
    </div>
  )
}
