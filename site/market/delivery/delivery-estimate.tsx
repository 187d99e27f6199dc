/** What delivery costs from here on, beside a product and under a cart; the state is prompted for once and stored on the device. */
import { useId, useState } from 'react'
import { type DeliveryOptions, describeOffer, formatWeight } from '#domain/market/delivery.ts'
import { deliveryWords as words } from '#domain/market/delivery-words.ts'
import { explainVat, sayVat } from '#domain/market/vat.ts'
import { formatNaira } from '#domain/money.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { Field } from '#site/ui/field.tsx'
import { Select } from '#site/ui/inputs.tsx'
import { findDelivered, namePlace, nameState } from './offered.ts'
import { readPlace, savePlace } from './place.ts'
import type { BasketLine } from './read-options.ts'
import { useDeliveryOptions } from './use-options.ts'

/** The place of this device, and what delivery to it costs. */
export function useEstimate(items: readonly BasketLine[]) {
  const [place, setPlace] = useState(() => readPlace() ?? { state: '', lga: '' })
  const lookup = useDeliveryOptions(items, place, true)
  return { place, setPlace, lookup, delivered: place.state ? findDelivered(lookup.options) : undefined }
}

export type Estimate = ReturnType<typeof useEstimate>

/** Beside the total of the goods: what delivery to the place that is chosen adds; nothing where it has no price of its own. */
export function EstimatedPrice({ estimate: { place, delivered } }: { estimate: Estimate }) {
  if (!delivered) return null
  return (
    <p className="cart-total">
      <span>{words.describeTo(namePlace(place))}</span>{' '}
      <span className="num">{delivered.priceKobo === 0 ? words.free : formatNaira(delivered.priceKobo)}</span>
    </p>
  )
}

export function DeliveryEstimate({ items }: { items: readonly BasketLine[] }) {
  return <EstimateBox estimate={useEstimate(items)} />
}

export function EstimateBox({ estimate: { place, setPlace, lookup } }: { estimate: Estimate }) {
  const id = useId()
  const { options, isLoading, hasFailed } = lookup
  const grams = options?.weightGrams
  return (
    <div className="delivery-estimate">
      <Field id={id} label={words.estimateLabel}>
        <Select
          name="delivery-state"
          placeholder={words.estimatePlaceholder}
          options={nigerianStates}
          value={place.state}
          onChange={({ target }) => {
            const next = { state: target.value, lga: '' }
            savePlace(next)
            setPlace(next)
          }}
        />
      </Field>
      <p role="status" className="field-help">
        {isLoading && words.loading}
        {hasFailed && words.estimateFailed}
        {options && describeOffer(options, nameState(place.state), place.lga)}
        {options && ` ${describeVat(options)}`}
        {grams != null && ` ${words.describeWeight(formatWeight(grams))}`}
      </p>
    </div>
  )
}

/** For the goods alone: what delivery adds is shown when it is chosen. */
function describeVat({ vat }: DeliveryOptions): string {
  return vat
    .map((line) =>
      line.vatKobo > 0
        ? `${explainVat(line)}: ${formatNaira(line.vatKobo)} on top.`
        : `${line.rateBp === 0 ? sayVat(line).name : explainVat(line)}.`,
    )
    .join(' ')
}
