/** What the small forms on an order's page say: message, complaint, stars. */
import { disputePhotosMax } from './market-orders.ts'

export const orderMessageWords = {
  label: 'Message',
  body: {
    label: 'Write to us about this order',
    help: 'Never write account or card numbers here.',
    missing: 'Write your message first.',
  },
  submitLabel: 'Send message',
  busyLabel: 'Sending...',
  sent: { title: 'Message sent', text: 'We answer you here.' },
} as const

export const disputeWords = {
  label: 'Quality problem',
  title: 'Report a quality problem',
  /** Until when stands between them. */
  lead: ['Something is not as it should be? Tell us before', ', and keep the goods as they are.'],
  packs: 'packs',
  again: {
    text: 'You have our answer above. Is something else wrong with these goods?',
    label: 'Report something else',
  },
  line: {
    label: 'Which goods?',
    placeholder: 'Please select',
    whole: 'The whole order',
    missing: 'Please choose which goods it is about',
  },
  amount: {
    label: (unit: string) => `How many ${unit} of them?`,
    tooMuch: (quantity: string) => `At most ${quantity} were ordered`,
  },
  wish: { label: 'What do you wish?', missing: 'Please choose what you wish' },
  reason: {
    label: 'What is wrong?',
    tooShort: 'Please describe what is wrong, in at least 10 characters',
  },
  photos: { label: 'Photos', help: `Up to ${disputePhotosMax}: the goods, the packs, the label.` },
  shown: {
    alt: (number: number, count: number) => (count === 1 ? 'Your photo' : `Your photo ${number} of ${count}`),
    failed: 'Your photos could not be shown.',
  },
  submitLabel: 'Report the problem',
  busyLabel: 'Reporting...',
  /** `complaints`: how many of them were granted something. */
  granted: (takenOff: string | null, back: string | null, complaints: number) =>
    [
      takenOff &&
        `${takenOff} came off what you still had to pay${complaints > 1 ? ', for all your complaints together' : ''}.`,
      back && `${back} is money that goes back to you${complaints > 1 ? ', for all of them' : ''}.`,
    ]
      .filter(Boolean)
      .join(' '),
  reported: { title: 'Reported', text: 'We look at it and answer you here.' },
} as const

export const ratingWords = {
  label: (product: string) => `Rate ${product}`,
  stars: {
    options: [5, 4, 3, 2, 1].map((stars) => ({
      value: String(stars),
      label: `${stars} ${stars === 1 ? 'star' : 'stars'}`,
    })),
    missing: 'Please choose from 1 to 5 stars',
  },
  comment: { label: 'In your words' },
  submitLabel: 'Rate',
  changeLabel: 'Change my rating',
  busyLabel: 'Sending...',
  rated: { title: 'Thank you', text: (product: string) => `Your stars for ${product} are counted.` },
} as const
