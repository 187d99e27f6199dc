/** How the goods reach their buyer: each way with its price, and the days on which it is possible. */

import { formatDayInWords } from '#domain/dates.ts'
import { type DeliveryOption, nameOption } from '#domain/market/delivery.ts'
import { deliveryWords as words } from '#domain/market/delivery-words.ts'
import { formatNaira } from '#domain/money.ts'
import type { Form } from '#site/lib/form/use-form.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { FieldGroup } from '#site/ui/field-group.tsx'
import { Select } from '#site/ui/inputs.tsx'
import { type ChosenDelivery, listDays } from './use-delivery-choice.ts'

export function DeliveryFields({
  form,
  delivery,
}: {
  form: Pick<Form, 'fieldId' | 'problemOf'>
  delivery: ChosenDelivery
}) {
  const { lookup, option: chosen, day, lostDay, pick } = delivery
  const { options, isLoading, hasFailed, again } = lookup
  const id = form.fieldId('delivery')
  const days = chosen ? listDays(chosen) : []
  return (
    <div className="grid grid-cols-1 gap-4">
      <FieldGroup id={id} label={words.legend} help={words.help} error={form.problemOf('delivery')}>
        {options ? (
          <div className="choices">
            {options.options.map((option, index) => {
              const name = nameOption(option)
              const boxId = index === 0 ? id : `${id}-${index}`
              return (
                <label key={name} htmlFor={boxId} className="choice">
                  <input
                    type="radio"
                    id={boxId}
                    name="delivery"
                    value={name}
                    checked={chosen !== null && nameOption(chosen) === name}
                    onChange={() => pick({ name, option })}
                  />
                  <Option option={option} isWeightUnknown={options.weightGrams === null} />
                </label>
              )
            })}
          </div>
        ) : (
          <div id={id} tabIndex={-1} className="grid grid-cols-1 justify-items-start gap-2">
            <p role="status">{hasFailed ? words.failed : isLoading ? words.loading : words.chooseState}</p>
            {hasFailed && (
              <Button size="sm" variant="outline" onClick={again}>
                {words.again}
              </Button>
            )}
          </div>
        )}
      </FieldGroup>
      {chosen && days.length > 0 && (
        <Field
          id={form.fieldId('delivery-day')}
          label={words.dayLabel}
          help={lostDay && words.describeLostDay(formatDayInWords(lostDay))}
        >
          <Select
            name="delivery-day"
            value={day}
            options={days.map((value) => ({ value, label: formatDayInWords(value) }))}
            onChange={({ target }) => pick({ name: nameOption(chosen), day: target.value, option: chosen })}
          />
        </Field>
      )}
    </div>
  )
}

function Option({ option, isWeightUnknown }: { option: DeliveryOption; isWeightUnknown: boolean }) {
  const { title, price, lines } = describeOption(option, isWeightUnknown)
  return (
    <span className="grid grow grid-cols-1 gap-1">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong>{title}</strong>
        {price && <strong className="num">{price}</strong>}
      </span>
      {lines.map((line) => (
        <span key={line} className="text-sm text-stone">
          {line}
        </span>
      ))}
    </span>
  )
}

function describeOption(option: DeliveryOption, isWeightUnknown: boolean) {
  const first = listDays(option)[0]
  if (option.kind === 'quote')
    return {
      title: words.quote.title,
      price: null,
      lines: [...(isWeightUnknown ? [words.weightUnknown] : []), words.quote.text],
    }
  if (option.kind === 'deliver')
    return {
      title: words.deliver,
      price: option.priceKobo === 0 ? words.free : formatNaira(option.priceKobo),
      lines: first ? [`${words.firstOn} ${formatDayInWords(first)}`] : [],
    }
  if (option.depotId === null)
    return { title: words.collectAnywhere.title, price: words.free, lines: [words.collectAnywhere.text] }
  const { name, address, lga, state, hours } = option
  return {
    title: words.collect(name),
    price: words.free,
    lines: [
      `${address}, ${lga}, ${state}`,
      hours,
      ...(first ? [`${words.readyFrom} ${formatDayInWords(first)}`] : []),
    ],
  }
}
