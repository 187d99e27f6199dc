/** What the buyer would agree to instead: how much of each line of goods at which price, and the terms. */
import { useId } from 'react'
import {
  type ContractTermField,
  readContractTerms,
  typeTerms,
} from '#domain/market/contract-term-questions.ts'
import { counterOfferWords as words } from '#domain/market/counter-offer-words.ts'
import { countOffer } from '#domain/market/offered-total.ts'
import type { OrderQuote } from '#domain/market/order.ts'
import { accountCurrencies } from '#domain/market/settlement-accounts.ts'
import { describeUnchangedTax } from '#domain/market/unchanged-tax.ts'
import { formatMoney, parseNaira } from '#domain/money.ts'
import { findQuantityProblem, formatQuantity, parseQuantity } from '#domain/quantities.ts'
import { findWholeProblem } from '#domain/whole-units.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { ErrorMessage } from '#site/lib/form/error-message.tsx'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { fillBoxes, useFormValues } from '#site/lib/form/form-values.ts'
import { useSavedBoxes } from '#site/lib/form/use-saved-boxes.ts'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { toast } from '#site/ui/toast.tsx'
import type { OrderClient } from './order-client.ts'
import { TermFields } from './term-fields.tsx'

interface CounterOfferFormProps {
  quote: OrderQuote
  send: NonNullable<OrderClient['makeCounterOffer']>
  /** It was sent, or is not wanted any more. */
  onDone: () => void
  onSent: () => Promise<void>
}

const mainTerms: readonly ContractTermField[] = ['incoterms', 'namedPlace', 'windowFrom', 'windowTo']

/** As it is typed: without the sign of a currency. */
const writePrice = (kobo: number) => formatMoney(kobo, 'NGN').slice(1)

export function CounterOfferForm({ quote, send, onDone, onSent }: CounterOfferFormProps) {
  const id = useId()
  const goods = quote.lines.filter(({ kind }) => kind === 'goods')
  const form = useSmallForm({
    fieldId: (name) => `${id}-${name}`,
    read({ paymentTerms = '', note = '', currency = quote.currency, ...values }, refuse) {
      const prices = quote.lines.map(({ kind, position, priceKobo }) => {
        if (kind !== 'goods') return Math.abs(priceKobo)
        const name = `price-${position}`
        return parseNaira(values[name] ?? '') ?? refuse(name, words.missing)
      })
      const quantities = quote.lines.map(({ kind, position, quantity, unit }) => {
        if (kind !== 'goods') return quantity
        const name = `quantity-${position}`
        const typed = (values[name] ?? '').trim()
        const amount = parseQuantity(typed)
        // Half a sack that our quote says itself may be offered again.
        const problem =
          findQuantityProblem(typed) ?? (amount === quantity ? null : findWholeProblem(amount ?? 0, unit))
        return problem === null ? amount : refuse(name, problem)
      })
      const verdict = readContractTerms(values, [quote.windowFrom])
      if (!verdict.ok) {
        for (const { field, message } of verdict.problems) {
          // What is folded cannot take the focus.
          document.getElementById(`${id}-${field}`)?.closest('details')?.setAttribute('open', '')
          refuse(field, message)
        }
        return undefined
      }
      return {
        prices,
        quantities,
        currency,
        paymentTerms,
        terms: verdict.terms,
        ...(note.trim() && { note: note.trim() }),
      }
    },
    // The database names all prices, or all quantities: the first box of them says why.
    blame(error) {
      const field = error instanceof ServerError ? error.problems[0]?.field : undefined
      const name = field === 'prices' ? 'price' : field === 'quantities' ? 'quantity' : null
      return name && goods[0] ? `${name}-${goods[0].position}` : undefined
    },
    async send(offer) {
      await send(quote.id, offer)
      saved.forget()
      toast.success(words.sent.title, words.sent.text)
      onDone()
      await onSent()
    },
  })
  const saved = useSavedBoxes(form.ref, `offer-${quote.id}`)
  const { values, update } = useFormValues(form.ref)
  const currency = values.currency ?? quote.currency
  const typed = goods.map(({ position, quantity, priceKobo }) => {
    const [amount, price] = [values[`quantity-${position}`], values[`price-${position}`]]
    const read = {
      quantity: amount === undefined ? quantity : parseQuantity(amount.trim()),
      priceKobo: price === undefined ? priceKobo : parseNaira(price),
    }
    return [position, read.quantity === null || read.priceKobo === null ? null : read] as const
  })
  const offered = countOffer(
    quote,
    new Map(typed as [number, { quantity: number; priceKobo: number } | null][]),
    currency,
  )
  /** A figure of another currency is no price: the boxes are empty until the buyer writes theirs. */
  function takeCurrency(chosen: string) {
    fillBoxes(
      form.ref.current,
      Object.fromEntries(
        goods.map(({ position, priceKobo }) => [
          `price-${position}`,
          chosen === quote.currency ? writePrice(priceKobo) : '',
        ]),
      ),
    )
    for (const { position } of goods) {
      const box = document.getElementById(form.fieldId(`price-${position}`))
      if (box) form.takeBack(box)
    }
    saved.save()
    update()
  }
  return (
    <FormElement
      form={form}
      className="grid grid-cols-1 gap-5"
      label={words.label}
      onInput={() => {
        saved.save()
        update()
      }}
    >
      <p>{words.lead}</p>
      <Field
        id={form.fieldId('currency')}
        label={words.currency}
        help={
          currency === quote.currency
            ? undefined
            : [
                words.newPrices(currency),
                ...(goods.length < quote.lines.length ? [words.otherCurrency] : []),
              ].join(' ')
        }
      >
        <Select
          options={accountCurrencies}
          name="currency"
          defaultValue={quote.currency}
          onChange={({ target }) => takeCurrency(target.value)}
        />
      </Field>
      {goods.map(({ position, description, quantity, unit, priceKobo }) => (
        <div key={position} className="form-pair form-pair-figures gap-x-3">
          <Field
            id={form.fieldId(`quantity-${position}`)}
            label={words.quantity(description, unit)}
            help={words.quantityHelp(formatQuantity(quantity))}
            error={form.problemOf(`quantity-${position}`)}
            required
          >
            <TextInput
              name={`quantity-${position}`}
              inputMode="decimal"
              defaultValue={formatQuantity(quantity)}
            />
          </Field>
          <Field
            id={form.fieldId(`price-${position}`)}
            label={words.price(description, unit)}
            help={words.priceHelp(priceKobo, quote.currency, currency)}
            error={form.problemOf(`price-${position}`)}
            required
          >
            <TextInput name={`price-${position}`} inputMode="decimal" defaultValue={writePrice(priceKobo)} />
          </Field>
        </div>
      ))}
      {currency === quote.currency &&
        describeUnchangedTax(quote).map((sentence) => (
          <p key={sentence} className="text-sm text-stone">
            {sentence}
          </p>
        ))}
      <TermFields form={form} begun={typeTerms(quote)} payment={quote.paymentTerms} main={mainTerms} />
      <Field
        id={form.fieldId('note')}
        label={words.note.label}
        help={words.note.help}
        error={form.problemOf('note')}
        optional
      >
        <TextArea name="note" rows={3} maxLength={2000} />
      </Field>
      {offered !== null && (
        <p className="num" role="status">
          <strong>
            {words.offered(
              ...([formatMoney(offered, currency), formatMoney(quote.totalKobo, quote.currency)] as const),
              currency !== quote.currency && goods.length < quote.lines.length,
            )}
          </strong>
        </p>
      )}
      <ErrorMessage errorText={form.errorText} isSending={form.isSending}>
        <p>{form.errorText}</p>
      </ErrorMessage>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.isSending} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
        <Button variant="outline" disabled={form.isSending} onClick={onDone}>
          {words.cancelLabel}
        </Button>
      </div>
    </FormElement>
  )
}
