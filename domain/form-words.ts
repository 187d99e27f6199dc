/** What the parts of a form say, whichever form they are part of. */

export const formWords = {
  sending: 'Sending…',
  sent: 'What you sent',
  another: 'Send another',
  /** The address of the notice stands behind it. */
  privacyLink: 'How we handle personal data',
} as const

/** Beside a question's name. */
export const questionNotes = { optional: '(optional)', required: '(required)' } as const

/** Where a form, or what came of it, is drawn by the server, for pages without scripts. */
export const formPageWords = {
  again: 'Please look at this again. Nothing you typed is lost.',
  /** Before and after the mark. */
  marked: ['Fields marked', 'are required.'],
  trap: 'Leave this empty',
  back: 'Back to the page',
  /** Under a refusal of what was not even read: the browser alone still has it. */
  browserHasIt: 'Your browser’s Back button usually brings back what you typed.',
  chooseAgain: 'Please choose the file again.',
  read: (words: string) => `Read the ${words}`,
  home: 'Return to Home',
} as const

export const summaryWords = {
  title: (count: number) =>
    count === 1 ? 'There is 1 thing to correct' : `There are ${count} things to correct`,
} as const

export const cancelLabel = 'Cancel'

export const passwordWords = {
  show: { label: 'Show password', text: 'Show' },
  hide: { label: 'Hide password', text: 'Hide' },
} as const
