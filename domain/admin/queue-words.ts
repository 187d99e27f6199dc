/** What lists of the desk that have states of their own call them, on the page and in a file. */

/** Answered: a later version was sent, and waits for us; done: that was decided, or its person stopped the registration. */
export const correctionWords: Readonly<Record<string, string>> = {
  pending: 'Waiting',
  answered: 'Answered',
  completed: 'Done',
}

/** What a person has to hear by phone. */
export const callTopics: Readonly<Record<string, string>> = {
  received: 'We have received it',
  correction: 'Something is to be corrected',
  changed: 'A contact or number was changed',
  approved: 'It is approved',
  declined: 'It is declined',
}

export const messageWords: Readonly<Record<string, string>> = { pending: 'Pending', completed: 'Answered' }

export const productWords: Readonly<Record<string, string>> = {
  pending: 'Pending',
  published: 'Published',
  hidden: 'Hidden',
}

export const subscriptionWords: Readonly<Record<string, string>> = {
  confirmed: 'Confirmed',
  waiting: 'Not confirmed yet',
  left: 'Unsubscribed',
}
