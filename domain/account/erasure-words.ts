/** What the form that erases one's data says, and what is to be typed into it. */

export const erasureWord = 'ERASE'

export const erasureWords = {
  label: 'Erase my data',
  word: { label: `Type ${erasureWord} to confirm` },
  wordMissing: `Type ${erasureWord} to go on`,
  erased: {
    title: 'Your data is erased',
    text: 'What was secret about you cannot be read any more, by anybody.',
  },
} as const
