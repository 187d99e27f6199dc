/** Where the order goes and how we reach the buyer, and the button that makes it. */
import { useRef } from 'react'
import { Link } from 'react-router'
import { honeypotField } from '#domain/forms.ts'
import { formatNaira, type Kobo } from '#domain/money.ts'
import { ErrorMessage } from '#site/lib/form/error-message.tsx'
import { buildAuthPath } from '#site/lib/next-path.ts'
import { HelpContact } from '#site/market/market-orders/help-contact.tsx'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { CartChanges, type findChangedItems } from './cart-changes.tsx'
import { ContactFields } from './contact-fields.tsx'
import type { Checkout } from './use-checkout.ts'

export function OrderForm({
  checkout,
  totalKobo,
  changed,
  isGuest,
}: {
  checkout: Checkout
  totalKobo: Kobo
  changed: ReturnType<typeof findChangedItems>
  isGuest: boolean
}) {
  const { form } = checkout
  const submit = useRef<HTMLDivElement>(null)
  return (
    <Panel title="Delivery and contact">
      <form
        ref={form.ref}
        className="form form-wide"
        noValidate
        aria-label="Checkout"
        onSubmit={checkout.onSubmit}
        onInput={checkout.onInput}
      >
        {isGuest && (
          <p className="field-help">
            You need no account. <Link to={buildAuthPath(paths.checkout)}>Sign in</Link> if you have one: it
            keeps your orders and fills in what it knows.
          </p>
        )}
        {changed.length > 0 && <CartChanges changed={changed} attempt={form.attempt} next={submit} />}
        <ErrorSummary errors={form.errors} attempt={form.attempt} />
        <ContactFields key={checkout.generation} form={form} values={checkout.values} />
        <input className="trap" name={honeypotField} tabIndex={-1} autoComplete="off" aria-hidden="true" />
        <ErrorMessage errorText={form.errorText} isSending={form.isSending}>
          <p role="alert">
            <strong>Your order was not confirmed.</strong> {form.errorText} What you typed and your cart are
            kept, and sending it again will not make a second order.
          </p>
        </ErrorMessage>
        <div ref={submit} tabIndex={-1} className="grid grid-cols-1 justify-items-start gap-2">
          <Button type="submit" busy={form.isSending} busyLabel="Ordering...">
            Show payment details
          </Button>
          <p className="field-help">
            This makes your order of <strong className="num">{formatNaira(totalKobo)}</strong>, fixes its
            prices for 24 hours and keeps the goods for you. You pay by bank transfer. How we handle what you
            write here: <Link to={paths.privacy}>privacy notice</Link>.
          </p>
        </div>
        <HelpContact />
      </form>
    </Panel>
  )
}
