/** What the form that erases one's data says, and what is to be typed into it. */

export const erasureWord = 'ERASE'

export const erasureWords = {
  label: 'Erase my data',
  /** The question before it: what ends is its heading. */
  ask: {
    title: 'What you applied for ends, and your data is gone for good',
    confirmLabel: 'Erase for good',
    busyLabel: 'Erasing...',
    final: 'This cannot be undone, by you or by us.',
  },
  saveFirst: 'Save everything first',
  lead: 'What is secret about you becomes unreadable for good. What you sent, wrote and saved is deleted, or loses your name. Your account, your orders and payments stay.',
  word: { label: `Type ${erasureWord} to confirm` },
  wordMissing: `Type ${erasureWord} to go on`,
  erased: {
    title: 'Your data is erased',
    text: 'What was secret about you cannot be read any more, by anybody.',
    stays: 'Your account, your orders and payments stay.',
  },
} as const
