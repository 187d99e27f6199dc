/** Where the order goes and how we reach the buyer, and the button that makes it. */

import { useRef } from 'react'
import { honeypotField } from '#domain/forms.ts'
import { checkoutWords as words } from '#domain/market/checkout-questions.ts'
import { formatNaira, type Kobo } from '#domain/money.ts'
import { ErrorMessage } from '#site/lib/form/error-message.tsx'
import { linkWords } from '#site/lib/form/link-words.tsx'
import { buildAuthPath } from '#site/lib/next-path.ts'
import { HelpContact } from '#site/market/market-orders/help-contact.tsx'
import { orderLimits } from '#site/market/order-limits.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { ErrorSummary } from '#site/ui/error-summary.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { CartChanges } from './cart-changes.tsx'
import { ContactFields } from './contact-fields.tsx'
import { DeliveryFields } from './delivery-fields.tsx'
import type { Checkout } from './use-checkout.ts'

export function OrderForm({
  checkout,
  totalKobo,
  isGuest,
}: {
  checkout: Checkout
  totalKobo: Kobo
  isGuest: boolean
}) {
  const { form, changed } = checkout
  const isQuoted = checkout.delivery.option?.kind === 'quote'
  const { priceLockHours } = orderLimits
  const submit = useRef<HTMLDivElement>(null)
  return (
    <Panel title={words.contact}>
      <form
        ref={form.ref}
        className="form form-wide"
        noValidate
        aria-label={words.label}
        onSubmit={checkout.onSubmit}
        onInput={checkout.onInput}
      >
        {isGuest && (
          <p className="field-help">
            {linkWords(words.noAccount.text, [
              { words: words.noAccount.link, href: buildAuthPath(paths.checkout) },
            ])}
          </p>
        )}
        {changed.length > 0 && <CartChanges changed={changed} attempt={form.attempt} next={submit} />}
        {checkout.tooManyLines && !form.errorText && (
          <Notice kind="warn">
            <p role="alert">{checkout.tooManyLines}</p>
          </Notice>
        )}
        {checkout.isUnanswered && !form.isSending && !form.errorText && (
          <Notice kind="warn">
            <p role="status">
              <strong>{words.unanswered.title}</strong> {words.unanswered.text}
            </p>
          </Notice>
        )}
        <ErrorSummary errors={form.errors} attempt={form.attempt} />
        <ContactFields key={checkout.generation} form={form} values={checkout.values}>
          <DeliveryFields form={form} delivery={checkout.delivery} />
        </ContactFields>
        <input className="trap" name={honeypotField} tabIndex={-1} autoComplete="off" aria-hidden="true" />
        <ErrorMessage errorText={form.errorText} isSending={form.isSending}>
          <p role="alert">
            <strong>{words.notConfirmed}</strong> {form.errorText?.replace(/[^.!?]$/, '$&.')} {words.kept}
          </p>
        </ErrorMessage>
        <div ref={submit} tabIndex={-1} className="grid grid-cols-1 justify-items-start gap-2">
          <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel}>
            {isQuoted ? words.submitQuoteLabel : words.submitLabel}
          </Button>
          <p className="field-help">
            {words.makesOrderOf} <strong className="num">{formatNaira(totalKobo)}</strong>
            {linkWords(isQuoted ? words.orderQuote.text : words.order.describe(priceLockHours), [
              { words: words.order.link, href: paths.privacy },
            ])}
          </p>
        </div>
        <HelpContact />
      </form>
    </Panel>
  )
}
