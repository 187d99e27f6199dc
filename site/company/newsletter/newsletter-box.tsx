/** The footer's newsletter box: an address, and Subscribe. What checks and sends it comes when it is used. */
import { type FormEvent, useState } from 'react'
import type { formPaths, honeypotField } from '#domain/forms.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { cx } from '#site/ui/cx.ts'

// Every page carries this box, so it takes only the types of the form's rules; they hold these words to theirs.
const action: typeof formPaths.newsletter = '/forms/newsletter'
const trap: typeof honeypotField = 'homepage'

type Outcome = { ok: boolean; text: string }

export function NewsletterBox() {
  const [isSending, setIsSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  function report(form: HTMLFormElement, answer: Outcome) {
    setOutcome(answer)
    if (answer.ok) form.reset()
    else form.querySelector<HTMLInputElement>('[type=email]')?.focus()
  }

  async function subscribe(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setIsSending(true)
    try {
      const { requestNewsletter } = await import('./request-newsletter.ts')
      report(form, await requestNewsletter(form))
    } catch {
      // Without our script the form still posts by itself; without a line the page, and what is typed, stays.
      if (navigator.onLine) form.submit()
      else report(form, { ok: false, text: 'You are offline. Check your connection, then try again.' })
    } finally {
      setIsSending(false)
    }
  }

  return (
    <form
      className="newsletter"
      method="post"
      action={action}
      aria-labelledby="newsletter-title"
      noValidate
      onSubmit={subscribe}
    >
      <h2 id="newsletter-title">Newsletter</h2>
      <label htmlFor="newsletter-email">
        Prices, seasons and open positions, in a letter now and then. Your e-mail:
      </label>
      <div className="newsletter-row">
        <input
          id="newsletter-email"
          className="input"
          type="email"
          name="email"
          autoComplete="email"
          required
          maxLength={254}
          aria-invalid={outcome?.ok === false || undefined}
          aria-describedby="newsletter-note"
        />
        <Button type="submit" busy={isSending} busyLabel="Sending...">
          Subscribe
        </Button>
      </div>
      <p id="newsletter-note" className={cx('newsletter-note', outcome && 'is-answer')} role="status">
        {outcome ? (
          outcome.text
        ) : (
          <>
            You confirm by mail and can leave with one click. <a href={paths.privacy}>Privacy</a>
          </>
        )}
      </p>
      <input className="trap" name={trap} tabIndex={-1} autoComplete="off" aria-hidden="true" />
    </form>
  )
}
