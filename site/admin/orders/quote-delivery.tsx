/** The delivery of a marketplace order: what was chosen, and the small form where its price is quoted before anybody pays. */
import { useId } from 'react'
import { formatDateInWords, formatDayInWords, getLagosDay } from '#domain/dates.ts'
import { type Delivery, describeDelivery, formatWeight } from '#domain/market/delivery.ts'
import { readDelivery } from '#domain/market/order.ts'
import { orderDeliveryWords as words } from '#domain/market/order-delivery-words.ts'
import { parseNaira } from '#domain/money.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { DayInput } from '#site/admin/day-input.tsx'
import { Refusal } from '#site/admin/refusal.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import type { AdminOrder } from './order-data.ts'

export function QuoteDelivery({ order }: { order: AdminOrder }) {
  const { can } = usePermissions()
  const { order_deliveries: row } = order
  if (!row) return null
  const delivery = readDelivery(row)
  const isOpen = order.awaits_delivery && order.status === 'pending'
  const title = delivery.kind === 'collect' ? words.collectedTitle : words.title
  return (
    <section className="drawer-part" aria-label={title}>
      <h3>{title}</h3>
      <p>{describeForStaff(delivery, order.status === 'declined')}</p>
      {row.weight_grams !== null && <p className="num">{formatWeight(row.weight_grams)}</p>}
      {isOpen && row.quoted_at && (
        <p>
          {words.quotedOn} {formatDateInWords(row.quoted_at)}
        </p>
      )}
      {isOpen && can('orders.decide') && <QuoteForm order={order} priceKobo={row.price_kobo} day={row.day} />}
      {row.day && !order.awaits_delivery && isStillToCome(order) && can('orders.decide') && (
        <ChangeDay
          key={row.day}
          order={order}
          day={row.day}
          isPassed={row.kind !== 'collect' && row.day < getLagosDay(new Date())}
        />
      )}
    </section>
  )
}

function QuoteForm({
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
    done: words.done,
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
        {words.submitLabel}
      </Button>
      <Refusal action={form.action} />
    </FormElement>
  )
}

/** As public.change_delivery_day takes it. */
const isStillToCome = ({ status, fulfilment_status }: AdminOrder) =>
  ['pending', 'approved'].includes(status) && ['none', 'preparing', 'dispatched'].includes(fulfilment_status)

function ChangeDay({
  order,
  day: expected,
  isPassed,
}: {
  order: AdminOrder
  day: string
  isPassed: boolean
}) {
  const id = useId()
  const form = useActionForm({
    id,
    tables: ['orders'],
    done: words.changeDay.done,
    atField: ['day'],
    read({ day = '' }, refuse) {
      if (!day) return refuse('day', words.day.problem)
      return (client) => client.rpc('change_delivery_day', { order_id: order.id, expected, day })
    },
  })
  return (
    <>
      {isPassed && <Notice kind="warn">{words.changeDay.passed}</Notice>}
      <FormElement form={form} className="flex flex-wrap items-end gap-3" label={words.changeDay.submitLabel}>
        <Field id={form.fieldId('day')} label={words.changeDay.label} error={form.problemOf('day')}>
          <DayInput name="day" min={getLagosDay(new Date())} />
        </Field>
        <Button type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel={words.busyLabel}>
          {words.changeDay.submitLabel}
        </Button>
        <Refusal action={form.action} />
      </FormElement>
    </>
  )
}

/** What the buyer chose, in one line; describeDelivery says the same to the buyer. Of an order that has ended nothing waits. */
export function describeForStaff(delivery: Delivery, hasEnded: boolean): string {
  const { kind, name, address, day, hours, priceKobo, isAgreed } = delivery
  if (kind === 'collect') {
    if (!name) return 'Agree with the buyer where and when they collect the goods'
    return `${name}, ${address}${day ? `, from ${formatDayInWords(day)}` : ''} (${hours}). Free`
  }
  if (priceKobo == null) return hasEnded ? 'No price was quoted' : 'Quote the price and the day first'
  const offered = describeDelivery({ ...delivery, isAgreed: true })
  if (isAgreed) return offered
  return `${offered}. ${hasEnded ? 'It was not accepted' : 'It waits for the buyer’s answer'}`
}
