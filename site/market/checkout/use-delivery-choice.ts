/** Which way of delivery is chosen in the checkout, among those that hold now. */
import { useState } from 'react'
import { checkoutWords } from '#domain/market/checkout-questions.ts'
import {
  chooseOption,
  type DeliveryChoice,
  type DeliveryOption,
  type DeliveryOptions,
  nameOption,
} from '#domain/market/delivery.ts'
import { deliveryWords as words } from '#domain/market/delivery-words.ts'
import { countVat, type VatLine } from '#domain/market/vat.ts'
import { formatNaira } from '#domain/money.ts'
import { findDelivered, namePlace } from '#site/market/delivery/offered.ts'
import type { BasketLine, DeliveryPlace } from '#site/market/delivery/read-options.ts'
import { type OptionsLookup, useDeliveryOptions } from '#site/market/delivery/use-options.ts'
import type { SummaryDelivery } from './order-summary.tsx'

/** What the buyer pressed, as it is stored on the device. */
export interface PickedDelivery {
  /** nameOption of it. */
  name: string
  day?: string
  /** As it was offered: it counts until what holds now is known. */
  option?: DeliveryOption
}

export interface ChosenDelivery {
  place: DeliveryPlace
  lookup: OptionsLookup
  /** Null: nothing is chosen yet, or it is not offered any more. */
  option: DeliveryOption | null
  day: string | undefined
  /** The day that was pressed, where it is not offered any more. */
  lostDay: string | undefined
  choice: DeliveryChoice | null
  /** What it adds to the total. */
  priceKobo: number
  /** The tax on the goods with it, or on the goods alone before it is chosen; null: not known yet. */
  vat: readonly VatLine[] | null
  pick: (picked: PickedDelivery) => void
  take: (options: DeliveryOptions) => void
}

export function useDeliveryChoice({
  items,
  place,
  remembered,
  onPick,
}: {
  items: readonly BasketLine[]
  place: DeliveryPlace
  remembered: PickedDelivery | undefined
  onPick: (picked: PickedDelivery) => void
}): ChosenDelivery {
  const lookup = useDeliveryOptions(items, place)
  const [picked, setPicked] = useState(remembered)
  const offered = lookup.options?.options ?? []
  const option =
    offered.find((each) => nameOption(each) === picked?.name) ??
    (lookup.isLoading && offered.length === 0 ? picked?.option : null) ??
    // Nothing to choose: that one it is.
    (offered.length === 1 ? (offered[0] ?? null) : null)
  const days = option ? listDays(option) : []
  const day = days.find((each) => each === picked?.day) ?? days[0]
  return {
    place,
    lookup,
    option,
    day,
    lostDay: day && picked?.day && picked.day !== day ? picked.day : undefined,
    choice: option && chooseOption(option, day),
    priceKobo: option && 'priceKobo' in option ? option.priceKobo : 0,
    // An option that was stored before may have none.
    vat: (option && 'vat' in option ? option.vat : lookup.options?.vat) ?? null,
    pick(next) {
      setPicked(next)
      onPick(next)
    },
    take: lookup.take,
  }
}

/** What stands for it in the sum of the order: before a choice the price for the place, which the cart has shown. */
export function sumUp({ option, priceKobo, lookup, place }: ChosenDelivery): SummaryDelivery {
  const offer = option ? null : describeUnchosen(lookup, place)
  return {
    isOpen: !option || option.kind === 'quote',
    priceKobo,
    ...(offer && { offer }),
    isCollected: option?.kind === 'collect',
    weightGrams: lookup.options?.weightGrams ?? null,
  }
}

function describeUnchosen(
  { options, isLoading }: OptionsLookup,
  place: DeliveryPlace,
): SummaryDelivery['offer'] | null {
  if (!place.state) return { label: words.delivery, price: words.estimatePlaceholder }
  const label = words.describeTo(namePlace(place))
  const delivered = findDelivered(options)
  if (delivered)
    return { label, price: delivered.priceKobo === 0 ? words.free : formatNaira(delivered.priceKobo) }
  return isLoading ? { label, price: words.loading } : null
}

export function listDays(option: DeliveryOption): readonly string[] {
  return option.kind === 'quote' ? [] : option.days
}

const findSame = (chosen: DeliveryOption | null, now: DeliveryOptions) =>
  chosen ? now.options.find((each) => nameOption(each) === nameOption(chosen)) : undefined

/** What a buyer has to look at before they order: the price of the way that stays chosen, or the choice itself. */
export function describeChange(chosen: DeliveryOption | null, now: DeliveryOptions): string {
  const same = findSame(chosen, now)
  return chosen?.kind === 'deliver' && same?.kind === 'deliver' && same.priceKobo !== chosen.priceKobo
    ? words.describePrice(formatNaira(same.priceKobo), formatNaira(chosen.priceKobo))
    : words.changed
}

/** Where the tax alone is another one than was sent: it and the total. Null where the price or the day of delivery is another one too. */
export function describeVatChange(
  { option, day, priceKobo }: Pick<ChosenDelivery, 'option' | 'day' | 'priceKobo'>,
  now: DeliveryOptions,
  goodsKobo: bigint,
  sentKobo: number,
): string | null {
  const same = findSame(option, now)
  if (!same || (same.kind !== 'quote' && same.priceKobo !== priceKobo)) return null
  const nowKobo = countVat('vat' in same ? same.vat : now.vat)
  if (nowKobo === sentKobo || (day && !listDays(same).includes(day))) return null
  const totalOf = (vatKobo: number) => formatNaira(goodsKobo + BigInt(priceKobo + vatKobo))
  return checkoutWords.describeVat(
    formatNaira(nowKobo),
    formatNaira(sentKobo),
    totalOf(nowKobo),
    totalOf(sentKobo),
  )
}
