/** The list of who of our staff has read something that is locked away. */
export const revealWords = {
  lead: 'Numbers, dates of birth and photos are locked away. When one of our people opens one, it is written down here, and nobody can take it out again.',
  unknown: 'The list could not be loaded.',
  none: 'Nobody has looked.',
  describe: (secret: string) => `read your ${secret}`,
} as const
