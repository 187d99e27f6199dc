/** How goods reach their buyer: what a cart may choose from, what was chosen, and both in words. */
import { formatDayInWords } from '../dates.ts'
import { formatNaira } from '../money.ts'
import { groupThousands } from '../numbers.ts'
import { deliveryWords } from './delivery-words.ts'
import type { OrderLimits } from './order-limits.ts'
import type { GoodsVat, VatLine } from './vat.ts'

export const deliveryKinds = ['collect', 'deliver', 'quote'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/** As delivery_options answers it; days are written 2026-11-26. */
export type DeliveryOption =
  | {
      kind: 'collect'
      depotId: string
      name: string
      address: string
      state: string
      lga: string
      hours: string
      priceKobo: 0
      days: string[]
    }
  /** The company has neither depots nor zones yet: the place is agreed with the buyer. */
  | { kind: 'collect'; depotId: null; priceKobo: 0; days: [] }
  | {
      kind: 'deliver'
      zoneId: string
      name: string
      priceKobo: number
      days: string[]
      /** The tax on the goods and this delivery together. */
      vat: VatLine[]
    }
  | { kind: 'quote' }

export interface DeliveryOptions {
  /** Null: the weight of a product is not known. */
  weightGrams: number | null
  options: DeliveryOption[]
  /** The tax on the goods alone. */
  vat: VatLine[]
  /** Where the goods are of different classes: what each line bears. */
  lines?: (GoodsVat & { productId: string })[]
  /** Before a state is chosen: the least that delivery costs; null where no zone has a price for it. */
  fromKobo?: number | null
  /** Not beside the refusal of an order. */
  limits?: OrderLimits
}

/** What place_market_order is sent; the database prices it once more. */
export interface DeliveryChoice {
  kind: DeliveryKind
  zoneId?: string
  depotId?: string
  date?: string
  priceKobo?: number
}

/** What stands with an order, as private.describe_delivery answers it. */
export interface Delivery {
  kind: DeliveryKind
  /** The name of the zone or the depot. */
  name?: string | null | undefined
  address?: string | null | undefined
  hours?: string | null | undefined
  day?: string | null | undefined
  weightGrams?: number | null | undefined
  /** Null while it waits for a price. */
  priceKobo?: number | null | undefined
  /** On top of the price; not known of an order from before. */
  vatKobo?: number | null | undefined
  /** False: it is quoted first, and the buyer has not accepted yet. */
  isAgreed: boolean
  /** When we last offered price and day of what is quoted first; of what a page reads alone. */
  quotedAt?: string | null | undefined
  /** When they accepted. */
  agreedAt?: string | null | undefined
  /** The day before we last changed it, and when we did; of what a page reads alone. */
  dayBefore?: string | null | undefined
  dayChangedAt?: string | null | undefined
  /** When the goods came or were collected; of what mails and documents say alone. */
  cameOn?: string | undefined
  /** What we offered before; of what a page reads alone. */
  earlier?: EarlierOffer | null | undefined
}

export type EarlierOffer = Pick<Delivery, 'priceKobo' | 'vatKobo' | 'day'>

/** Identifies an option; the value of its radio button. */
export function nameOption(option: DeliveryOption): string {
  if (option.kind === 'deliver') return `deliver ${option.zoneId}`
  return option.kind === 'collect' ? `collect ${option.depotId ?? ''}`.trim() : 'quote'
}

/** The choice of an option on one of its days. */
export function chooseOption(option: DeliveryOption, date: string | undefined): DeliveryChoice {
  const { kind } = option
  if (kind === 'quote') return { kind }
  if (kind === 'deliver') return { kind, zoneId: option.zoneId, priceKobo: option.priceKobo, date }
  return option.depotId === null ? { kind } : { kind, depotId: option.depotId, date }
}

/** 1250000 -> '1,250 kg'. */
export function formatWeight(grams: number): string {
  const [whole = '0', fraction] = String(Math.round(grams) / 1000).split('.')
  return `${groupThousands(whole)}${fraction ? `.${fraction}` : ''} kg`
}

/** What the goods weigh, as a row of facts; none where it is not known. */
export const listWeight = ({
  weightGrams,
}: Pick<Delivery, 'weightGrams'>): [term: string, detail: string][] =>
  weightGrams == null ? [] : [['Weight', formatWeight(weightGrams)]]

/** The buyer fetches the goods. */
export const isCollected = ({
  delivery,
}: {
  delivery?: Pick<Delivery, 'kind'> | null | undefined
}): boolean => delivery?.kind === 'collect'

/** In one line, for a mail or a fact beside others: what it costs, and when or where. A zone's name is a word of staff. */
export function describeDelivery({
  kind,
  name,
  address,
  hours,
  day,
  priceKobo,
  vatKobo,
  isAgreed,
}: Delivery): string {
  const on = day ? `on ${formatDayInWords(day)}` : ''
  if (kind === 'collect') {
    if (!name) return 'You collect the goods; we agree with you where and when'
    return `You collect the goods at ${name}, ${address}${day ? `, from ${formatDayInWords(day)}` : ''} (${hours}). Free`
  }
  if (priceKobo == null) return 'We tell you the price and the day first'
  const plain = priceKobo === 0 ? 'Free' : formatNaira(priceKobo)
  const price = vatKobo ? `${plain} and ${formatNaira(vatKobo)} VAT` : plain
  return `${[price, on].filter(Boolean).join(', ')}${isAgreed ? '' : '. It waits for your answer'}`
}

/** Beside 'You collect' or 'Delivery' and its price in the sum of an order: the day, and where it is collected; '' where neither is known yet. */
export function describeDayAndPlace({ kind, name, address, hours, day, isAgreed }: Delivery): string {
  if (kind !== 'collect') return day && isAgreed ? deliveryWords.expected(formatDayInWords(day)) : ''
  if (!name) return ''
  return [name, address, day && `from ${formatDayInWords(day)}`, hours].filter(Boolean).join(', ')
}

/**
 * 'Delivery to Lagos: ₦2,500, on Thursday 26 November.', beside a product or under a cart. `lga`: '' is the whole
 * state, of which one area may have another price; without a state, from which price on.
 */
export function describeOffer({ options, fromKobo }: DeliveryOptions, state: string, lga: string): string {
  const place = lga ? `${lga}, ${state}` : state
  const delivered = options.find((option) => option.kind === 'deliver')
  const depot = options.find((option) => option.kind === 'collect')
  const collect =
    depot?.depotId == null
      ? 'You can collect the goods.'
      : `You can collect it for free at ${depot.name}, ${depot.state}.`
  if (!state) {
    const least = fromKobo ? `from ${formatNaira(fromKobo)}` : 'can be free'
    const price =
      fromKobo == null
        ? 'We tell you the price of delivery before you pay.'
        : `Delivery ${least}: choose your state for its price and day.`
    return `${price} ${depot ? collect : ''}`.trim()
  }
  if (delivered)
    return `Delivery to ${place}: ${delivered.priceKobo === 0 ? 'free' : formatNaira(delivered.priceKobo)}, on ${formatDayInWords(delivered.days[0] ?? '')}.${lga ? '' : ' Your own area may have another price.'} ${depot ? collect : ''}`.trim()
  return `Delivery to ${place}: we tell you the price before you pay. ${depot ? collect : ''}`.trim()
}
