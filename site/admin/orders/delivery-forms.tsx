/** Price and day of a delivery that is quoted first, and another day of one that was agreed. */
import { useId } from 'react'
import { formatDayInWords, getLagosDay } from '#domain/dates.ts'
import { deliveryPartWords as words } from '#domain/market/delivery-part-words.ts'
import { formatNaira, parseNaira } from '#domain/money.ts'
import { DayInput } from '#site/admin/day-input.tsx'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import type { AdminOrder } from './order-data.ts'

export function QuoteForm({
  order,
  priceKobo,
  day,
}: {
  order: AdminOrder
  priceKobo: number | null
  day: string | null
}) {
  const id = useId()
  const form = useActionForm({
    id,
    tables: ['orders'],
    done: words.done(order.told_by),
    atField: ['price', 'day'],
    read({ price = '', day = '' }, refuse) {
      const kobo = parseNaira(price)
      if (kobo === null) return refuse('price', words.price.problem)
      if (!day) return refuse('day', words.day.problem)
      return (client) =>
        client.rpc('quote_delivery', { order_id: order.id, details: { priceKobo: kobo, day } })
    },
  })
  return (
    <FormElement form={form} className="flex flex-wrap items-end gap-3" label={words.formLabel}>
      <Field
        id={form.fieldId('price')}
        label={words.price.label}
        help={words.price.help}
        error={form.problemOf('price')}
      >
        <TextInput
          name="price"
          inputMode="decimal"
          maxLength={16}
          defaultValue={priceKobo === null ? '' : String(priceKobo / 100)}
        />
      </Field>
      <Field id={form.fieldId('day')} label={words.day.label} error={form.problemOf('day')}>
        <DayInput name="day" min={getLagosDay(new Date())} defaultValue={day ?? ''} />
      </Field>
      <Button type="submit" size="sm" busy={form.isBusy} busyLabel={words.busyLabel}>
        {order.told_by ? words.submitLabel : words.submitUntold}
      </Button>
      <Refusal action={form.action} />
    </FormElement>
  )
}

/** For a buyer who was rung, and cannot or need not answer on the page of the order. */
export function AgreeByPhone({
  order,
  priceKobo,
  vatKobo,
  day,
}: {
  order: AdminOrder
  priceKobo: number
  vatKobo: number
  day: string
}) {
  const agreeing = useAction({ tables: ['orders'], done: words.byPhone.done })
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        size="sm"
        variant="outline"
        data-step="agreed"
        busy={agreeing.isBusy}
        busyLabel={words.byPhone.busyLabel}
        onClick={() =>
          agreeing.run((client) =>
            client.rpc('accept_delivery_by_phone', { order_id: order.id, price_kobo: priceKobo, day }),
          )
        }
      >
        {words.byPhone.describe(formatNaira(priceKobo + vatKobo), formatDayInWords(day))}
      </Button>
      <p className="field-help">{words.byPhone.help}</p>
      <Refusal action={agreeing} />
    </div>
  )
}

export function ChangeDay({ order, expected }: { order: AdminOrder; expected: string }) {
  const id = useId()
  const form = useActionForm({
    id,
    tables: ['orders'],
    done: words.changeDay.done(order.told_by),
    atField: ['day'],
    read({ day = '' }, refuse) {
      if (!day) return refuse('day', words.day.problem)
      return (client) => client.rpc('change_delivery_day', { order_id: order.id, expected, day })
    },
  })
  return (
    <FormElement form={form} className="flex flex-wrap items-end gap-3" label={words.changeDay.submitLabel}>
      <Field id={form.fieldId('day')} label={words.changeDay.label} error={form.problemOf('day')}>
        <DayInput name="day" min={getLagosDay(new Date())} />
      </Field>
      <Button type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel={words.busyLabel}>
        {words.changeDay.submitLabel}
      </Button>
      <Refusal action={form.action} />
    </FormElement>
  )
}
