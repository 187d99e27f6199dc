// What the states of money and goods are called in the admin area.
import { fulfilmentWords } from '#domain/admin/order-state-words.ts'
import { describeQuoteState } from '#domain/market/quote-state.ts'
import { formatMoney } from '#domain/money.ts'

interface GoodsWords {
  title: string
  /** Each state of the goods. */
  states: Readonly<Record<string, string>>
  /** On the button that leads to the state. */
  steps: Readonly<Record<'preparing' | 'dispatched' | 'delivered', string>>
  /** After "Next:", by the state that the goods are in. */
  next: Readonly<Record<string, string>>
}

const sentWords: GoodsWords = {
  title: 'Delivery',
  states: { ...fulfilmentWords, dispatched: 'Dispatched', delivered: 'Delivered' },
  steps: {
    preparing: 'Start preparing',
    dispatched: 'Mark as dispatched',
    delivered: 'Mark as delivered',
  },
  next: {
    none: 'start preparing the goods',
    preparing: 'send the goods off',
    dispatched: 'the goods arrive',
  },
}

const collectedWords: GoodsWords = {
  title: 'Collection',
  states: { ...fulfilmentWords, dispatched: 'Ready to collect', delivered: 'Handed over' },
  steps: {
    preparing: 'Start preparing',
    dispatched: 'Mark as ready to collect',
    delivered: 'Mark as handed over',
  },
  next: {
    none: 'start preparing the goods',
    preparing: 'put the goods ready',
    dispatched: 'the buyer collects the goods',
  },
}

interface OrderOfGoods {
  order_deliveries?: { kind: string } | null
}

/** Goods that the buyer collects are neither sent nor delivered. */
export function wordsOfGoods({ order_deliveries: delivery }: OrderOfGoods): GoodsWords {
  return delivery?.kind === 'collect' ? collectedWords : sentWords
}

interface GoodsEvent {
  axis: string
  to_value: string
  created_at: string
}

/** When the goods came to where they are. A complaint that is answered delivers nothing: the delivery is the first after the last dispatch. */
export function findReached(events: readonly GoodsEvent[], stop: string): string | undefined {
  const timesOf = (state: string) =>
    events
      .filter(({ axis, to_value }) => axis === 'fulfilment' && to_value === state)
      .map(({ created_at }) => created_at)
      .toSorted()
  const sent = timesOf('dispatched').at(-1) ?? ''
  return stop === 'delivered' ? timesOf(stop).find((at) => at >= sent) : timesOf(stop).at(-1)
}

interface Priced {
  total_amount_kobo: number | null
  currency: string
  quotes: readonly {
    status: string
    currency: string
    total_kobo: number
    expires_at: string
    counter_offers: readonly object[]
  }[]
}

/** The price, or how far it is from one. */
export function describeTotal({ total_amount_kobo, currency, quotes }: Priced): string {
  if (total_amount_kobo !== null) return formatMoney(total_amount_kobo, currency)
  const offer = quotes.find(({ status }) => status === 'open')
  if (offer?.counter_offers.length) return 'Counter-offer, waits for us'
  // The amount first: of the rest a row may have no room for all.
  if (offer)
    return `${formatMoney(offer.total_kobo, offer.currency)}, ${describeQuoteState(offer.expires_at, new Date())}`
  const held = quotes.find(({ status }) => status === 'waiting')
  return held ? `${formatMoney(held.total_kobo, held.currency)}, to agree` : 'Not quoted'
}
