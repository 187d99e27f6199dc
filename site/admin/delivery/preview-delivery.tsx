/** For a place and a weight, what a buyer would be offered now. */
import { useId, useState } from 'react'
import { formatDayInWords } from '#domain/dates.ts'
import type { DeliveryOption, DeliveryOptions } from '#domain/market/delivery.ts'
import { deliveryPageWords } from '#domain/market/delivery-admin-words.ts'
import { formatNaira } from '#domain/money.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { parseQuantity } from '#domain/quantities.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'

const words = deliveryPageWords.preview

export function PreviewDelivery() {
  const id = useId()
  const [offered, setOffered] = useState<DeliveryOptions | null>(null)
  const form = useActionForm({
    id,
    tables: [],
    done: null,
    atField: ['weight', 'state'],
    onDone: (data) => setOffered(data as DeliveryOptions),
    read({ weight = '', state = '', lga = '' }, refuse) {
      const weight_kg = parseQuantity(weight.trim())
      if (weight_kg === null) return refuse('weight', words.weight.problem)
      if (!state) return refuse('state', words.state.problem)
      return (client) => client.rpc('preview_delivery', { weight_kg, state, lga })
    },
  })
  return (
    <Panel title={words.title}>
      <FormElement form={form} className="flex flex-wrap items-end gap-3" label={words.title}>
        <Field id={form.fieldId('weight')} label={words.weight.label} error={form.problemOf('weight')}>
          <TextInput name="weight" inputMode="decimal" maxLength={12} />
        </Field>
        <Field id={form.fieldId('state')} label={words.state.label} error={form.problemOf('state')}>
          <Select name="state" placeholder={words.state.problem} options={nigerianStates} />
        </Field>
        <Field id={form.fieldId('lga')} label={words.lga.label} optional>
          <TextInput name="lga" maxLength={100} />
        </Field>
        <Button type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel={words.busyLabel}>
          {words.submitLabel}
        </Button>
        <Refusal action={form.action} />
      </FormElement>
      <ul className="ruled mt-4" aria-live="polite" aria-label={words.title}>
        {offered?.options.map((option) => (
          <li key={'zoneId' in option ? option.zoneId : 'depotId' in option ? option.depotId : option.kind}>
            {sayOption(option)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function sayOption(option: DeliveryOption): string {
  if (option.kind === 'quote') return words.quote
  if (option.kind === 'collect' && option.depotId === null) return words.collectAnywhere
  const name = option.kind === 'collect' ? words.collect(option.name ?? '') : option.name
  const price = option.priceKobo === 0 ? words.free : formatNaira(option.priceKobo)
  const [first] = option.days
  return `${name}: ${price}${first ? `, ${words.first(formatDayInWords(first))}` : ''}`
}
