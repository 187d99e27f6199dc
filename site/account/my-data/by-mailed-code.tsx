/** Something that is requested with a code from the mailbox: a button that mails it, then the field for it. */

import { useEffect, useRef, useState } from 'react'
import { mailedCodeWords as words } from '#domain/account/own-secrets.ts'
import { isOneTimeCode, oneTimeCodeWords } from '#domain/one-time-codes.ts'
import { CodeInput } from '#site/lib/form/code-input.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { mailCode } from '#site/lib/mail-code.ts'
import { Button } from '#site/ui/button.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { Field } from '#site/ui/field.tsx'

interface ByMailedCodeProps {
  id: string
  /** Stands on the first button, and names the form. */
  label: string
  email: string
  send: (code: string) => Promise<void>
  onDone: () => void
}

export function ByMailedCode({ id, label, email, send, onDone }: ByMailedCodeProps) {
  const [isMailed, setIsMailed] = useState(false)
  const [isMailing, setIsMailing] = useState(false)
  const form = useSmallForm({
    fieldId: () => id,
    read({ code = '' }, refuse) {
      const digits = code.replace(/[\s-]/g, '')
      return isOneTimeCode(digits) ? digits : refuse('code', oneTimeCodeWords.typeCode)
    },
    async send(code) {
      await send(code)
      onDone()
    },
  })
  const busy = isMailing || form.isSending
  const input = useRef<HTMLInputElement>(null)

  // The button that was pressed is gone: what came in its place takes the focus.
  useEffect(() => {
    if (isMailed) input.current?.focus()
  }, [isMailed])

  async function mail() {
    setIsMailing(true)
    form.setErrorText(null)
    try {
      await mailCode()
      setIsMailed(true)
    } catch (failure) {
      form.setErrorText(failure instanceof Error ? failure.message : String(failure))
    }
    setIsMailing(false)
  }

  const notice = form.errorText && <ErrorNotice text={form.errorText} />
  if (!isMailed)
    return (
      <>
        {notice}
        <div>
          <Button variant="outline" busy={busy} busyLabel={words.mailBusyLabel} onClick={() => void mail()}>
            {label}
          </Button>
        </div>
      </>
    )
  return (
    <FormElement form={form} label={label}>
      {notice}
      <p>
        {words.mailedTo} <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <Field id={id} {...words.code} error={form.problemOf('code')} required>
        <CodeInput ref={input} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => setIsMailed(false)}>
          {words.cancelLabel}
        </Button>
      </div>
    </FormElement>
  )
}
