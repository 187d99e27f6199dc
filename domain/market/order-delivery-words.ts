/** The delivery of an order as staff read it: where they quote one, and in lists. */
import { formatDayInWords } from '../dates.ts'
import { type Delivery, describeDelivery } from './delivery.ts'

export const orderDeliveryWords = {
  title: 'Delivery to the buyer',
  collectedTitle: 'Collected by the buyer',
  quotedOn: 'The buyer was told on',
  formLabel: 'Price and day of delivery',
  price: {
    label: 'Price in naira',
    help: '0: it is free.',
    problem: 'Write the price in naira, like 9,000',
  },
  day: { label: 'Day', problem: 'Choose the day on which it comes' },
  submitLabel: 'Send the price to the buyer',
  busyLabel: 'Sending...',
  done: { title: 'Price of delivery sent', text: 'The buyer has been told, and pays after a yes.' },
  /** In lists. */
  column: 'Delivery',
  filter: 'Delivery day',
  requestedBy: (day: string) => `Asked for by ${day}`,
  collectedAt: (depot: string) => `Collected at ${depot}`,
  collected: 'Collected, place to be agreed',
  quoted: 'Quoted, and agreed',
  waitsForAnswer: 'Quoted, waits for the buyer',
  toQuote: 'To be quoted',
  noDay: 'No day yet',
} as const

/** What the buyer chose, in one line; describeDelivery says the same to the buyer. */
export function describeForStaff(delivery: Delivery): string {
  const { kind, name, address, day, hours, priceKobo, isAgreed } = delivery
  if (kind === 'collect') {
    if (!name) return 'Agree with the buyer where and when they collect the goods'
    return `${name}, ${address}${day ? `, from ${formatDayInWords(day)}` : ''} (${hours}). Free`
  }
  if (priceKobo == null) return 'Quote the price and the day first'
  return `${describeDelivery({ ...delivery, isAgreed: true })}${isAgreed ? '' : '. It waits for the buyer’s answer'}`
}
