/** Where "Not my phone: forget it" could not close the link that may be open in this browser. */
export const linkOpenWords = {
  mayBeOpen:
    'We could not reach our services. If you opened its page on this phone, the next person can open it again for half an hour.',
  again: 'Try again',
} as const
