/** What the page of a guest link says of the photo that a code shows; apart from its other words, which an account loads too. */

/** How long it is shown after its code, as private.read_guest_photo has it. */
export const photoShownMinutes = 15

export const photoCodeWords = {
  locked:
    'Your photo is left out, since a link may come into other hands. A code that we send to you shows it.',
  askLabel: 'Show my photo too',
  step: {
    title: 'A code for your photo',
    why: 'So that nobody else sees your photo, we send a code to the contact that you gave.',
  },
  submitLabel: 'Confirm',
  busyLabel: 'Checking...',
  shown: `For ${photoShownMinutes} minutes your photo is in what you read and save here.`,
  notConfirmed:
    'The code for your photo is not confirmed yet. Look at its box above, or empty it to go on without the photo.',
  noWay:
    'We are glad to help you see your photo too: no code can reach you here by email or text message, so please call us with your reference.',
} as const
