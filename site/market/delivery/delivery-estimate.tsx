/** What delivery costs from here on, beside a product and under a cart; the state is prompted for once and stored on the device. */
import { useId, useState } from 'react'
import { type DeliveryOptions, describeOffer, formatWeight } from '#domain/market/delivery.ts'
import { deliveryWords as words } from '#domain/market/delivery-words.ts'
import { countVat, explainVat } from '#domain/market/vat.ts'
import { formatNaira } from '#domain/money.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { Field } from '#site/ui/field.tsx'
import { Select } from '#site/ui/inputs.tsx'
import { readPlace, savePlace } from './place.ts'
import type { BasketLine } from './read-options.ts'
import { useDeliveryOptions } from './use-options.ts'

export function DeliveryEstimate({ items }: { items: readonly BasketLine[] }) {
  const id = useId()
  const [place, setPlace] = useState(() => readPlace() ?? { state: '', lga: '' })
  const { options, isLoading, hasFailed } = useDeliveryOptions(items, place, true)
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
        {options && describeOffer(options, nameOf(place.state), place.lga)}
        {options && ` ${describeVat(options)}`}
        {grams != null && ` ${words.describeWeight(formatWeight(grams))}`}
      </p>
    </div>
  )
}

/** Of the goods alone: what delivery adds is shown when it is chosen. */
function describeVat({ vat }: DeliveryOptions): string {
  return vat
    .map(
      (line) => `${explainVat(line)}${countVat([line]) > 0 ? `: ${formatNaira(line.vatKobo)} on top` : ''}.`,
    )
    .join(' ')
}

function nameOf(state: string): string {
  return nigerianStates.find(({ value }) => value === state)?.label ?? state
}
