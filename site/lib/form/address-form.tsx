/** A form of one address, which its owner then confirms by mail. What checks and sends it comes when it is used. */
import { type FormEvent, type ReactNode, useState } from 'react'
import type { honeypotField } from '#domain/forms.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { cx } from '#site/ui/cx.ts'

// Every page carries one, so it takes only the type of the form's rules.
const trap: typeof honeypotField = 'homepage'

export interface AddressAnswer {
  ok: boolean
  text: string
}

interface AddressFormProps {
  /** Stands before its ids and its classes. */
  id: string
  words: {
    path: string
    title: string
    label: string
    submitLabel: string
    busyLabel: string
    note: string
    privacy: string
    offline: string
  }
  send: (form: HTMLFormElement) => Promise<AddressAnswer>
  /** Hidden answers. */
  children?: ReactNode
}

export function AddressForm({ id, words, send, children }: AddressFormProps) {
  const [isSending, setIsSending] = useState(false)
  const [outcome, setOutcome] = useState<AddressAnswer | null>(null)

  function report(form: HTMLFormElement, answer: AddressAnswer) {
    setOutcome(answer)
    if (answer.ok) form.reset()
    else form.querySelector<HTMLInputElement>('[type=email]')?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setIsSending(true)
    try {
      report(form, await send(form))
    } catch {
      // Without our script the form still posts by itself; without a line the page, and what is typed, stays.
      if (navigator.onLine) form.submit()
      else report(form, { ok: false, text: words.offline })
    } finally {
      setIsSending(false)
    }
  }

  return (
    <form
      className={id}
      method="post"
      action={words.path}
      aria-labelledby={`${id}-title`}
      noValidate
      onSubmit={submit}
    >
      <h2 id={`${id}-title`}>{words.title}</h2>
      <label htmlFor={`${id}-email`}>{words.label}</label>
      <div className={`${id}-row`}>
        <input
          id={`${id}-email`}
          className="input"
          type="email"
          name="email"
          autoComplete="email"
          required
          maxLength={254}
          aria-invalid={outcome?.ok === false || undefined}
          aria-describedby={`${id}-note`}
        />
        <Button type="submit" busy={isSending} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
      </div>
      <p
        id={`${id}-note`}
        className={cx(`${id}-note`, outcome && 'is-answer', outcome?.ok === false && 'is-problem')}
        role="status"
      >
        {outcome ? (
          outcome.text
        ) : (
          <>
            {words.note} <a href={paths.privacy}>{words.privacy}</a>
          </>
        )}
      </p>
      {children}
      <input className="trap" name={trap} tabIndex={-1} autoComplete="off" aria-hidden="true" />
    </form>
  )
}
