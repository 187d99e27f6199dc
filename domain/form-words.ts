/** What the parts of a form say, whichever form they are part of. */

export const formWords = {
  sending: 'Sending…',
  sent: 'What you sent',
  another: 'Send another',
  /** The address of the notice stands behind it. */
  privacyLink: 'How we handle personal data',
} as const

export const summaryWords = {
  title: (count: number) =>
    count === 1 ? 'There is 1 thing to correct' : `There are ${count} things to correct`,
} as const

export const passwordWords = {
  show: { label: 'Show password', text: 'Show' },
  hide: { label: 'Hide password', text: 'Hide' },
} as const
