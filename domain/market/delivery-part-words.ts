/** The delivery of an order as staff read and change it on its page; apart, so that lists do not carry it. */
import { nobodyTold } from '#domain/nobody-told.ts'
import { sayTold } from './told-words.ts'

export const deliveryPartWords = {
  title: 'Delivery to the buyer',
  collectedTitle: 'Collected by the buyer',
  quotedOn: 'The buyer was told on',
  /** To a buyer who is rung. */
  pricedOn: 'The price is of',
  formLabel: 'Price and day of delivery',
  price: {
    label: 'Price in naira',
    help: '0: it is free.',
    problem: 'Write the price in naira, like 9,000',
    /** As public.to_ring names it. */
    news: 'the price of the delivery',
  },
  day: { label: 'Day', problem: 'Choose the day on which it comes' },
  submitLabel: 'Send the price to the buyer',
  busyLabel: 'Sending...',
  submitUntold: 'Store the price',
  done: (toldBy: string | null) =>
    toldBy
      ? { title: 'Price of delivery sent', text: 'The buyer has been told, and pays after a yes.' }
      : { title: 'Price of delivery stored', text: nobodyTold },
  byPhone: {
    /** Names what is agreed: other words may stand in the boxes above it. */
    describe: (price: string, day: string) => `The buyer said yes by telephone to ${price} on ${day}`,
    help: 'Log the call first: price and day count as agreed then, and the hours to pay begin.',
    busyLabel: 'Saving...',
    done: { title: 'Delivery agreed', text: 'Price and day are fixed.' },
  },
  changeDay: {
    label: 'Another day',
    passed: 'Its day has passed. Name another one; until then it cannot be approved.',
    passedOnTheWay: 'Its day has passed. Name another one, so that the buyer knows when it comes.',
    submitLabel: 'Change the day',
    done: (toldBy: string | null) => ({ title: 'Day of delivery changed', text: sayTold(toldBy) }),
  },
} as const
