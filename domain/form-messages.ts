/** What is said of a form, or of any call of our own server, that was not taken. */
export const formMessages = {
  signIn: 'Please sign in first.',
  tooMany: 'Too many requests. Please try again later.',
  unavailable: 'We could not take this just now. Please try again in a moment.',
  refused: 'This form was sent from another site. Please open it here and send it again.',
  tooLarge: 'This is more than we can take at once. Please make it shorter.',
  unreadable: 'We could not read what was sent. Please try again.',
} as const
