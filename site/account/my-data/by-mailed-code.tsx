/** Something that is asked for with a code from the mailbox: a button that mails it, then the field for it. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ownSecretsMessages } from '#domain/account/own-secrets.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { mailDeletionCode } from './my-data-calls.ts'

interface ByMailedCodeProps {
  id: string
  /** Of the first button, and of the form. */
  label: string
  email: string
  send: (code: string) => Promise<void>
  onDone: () => void
}

export function ByMailedCode({ id, label, email, send, onDone }: ByMailedCodeProps) {
  const [isMailed, setIsMailed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  // The button that was pressed is gone: what came in its place takes the focus.
  useEffect(() => {
    if (isMailed) input.current?.focus()
  }, [isMailed])

  function refuse(message: string) {
    setError(message)
    input.current?.focus()
    input.current?.select()
  }

  async function mail() {
    setBusy(true)
    setTrouble(null)
    try {
      await mailDeletionCode()
      setIsMailed(true)
    } catch (failure) {
      setTrouble(failure instanceof Error ? failure.message : String(failure))
    }
    setBusy(false)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const code = String(new FormData(event.currentTarget).get('code') ?? '').replace(/[\s-]/g, '')
    setTrouble(null)
    setError(undefined)
    if (!/^\d{6}$/.test(code)) return refuse(ownSecretsMessages.typeCode)
    setBusy(true)
    try {
      await send(code)
      onDone()
    } catch (failure) {
      const problem = failure instanceof ServerError ? failure.problems[0] : undefined
      if (problem) refuse(problem.message)
      else setTrouble(failure instanceof Error ? failure.message : String(failure))
    }
    setBusy(false)
  }

  const notice = trouble && (
    <Notice kind="warn">
      <p role="alert">{trouble}</p>
    </Notice>
  )
  if (!isMailed)
    return (
      <>
        {notice}
        <div>
          <Button variant="outline" busy={busy} busyLabel="Sending a code..." onClick={() => void mail()}>
            {label}
          </Button>
        </div>
      </>
    )
  return (
    <form className="form" noValidate aria-label={label} onSubmit={submit}>
      {notice}
      <p>
        We have mailed a code to <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <Field id={id} label="Code from the mail" error={error} required>
        <TextInput
          ref={input}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="code"
          maxLength={12}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel="Checking...">
          Confirm
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => setIsMailed(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
