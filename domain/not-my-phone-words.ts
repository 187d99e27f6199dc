/** After "Not my phone: forget it", wherever that stands. */
export const forgottenWords = {
  forgotten: 'This phone has forgotten every reference that was sent from it.',
  /** Where it could not close the link that may be open in this browser. */
  mayBeOpen:
    'We could not reach our services. If you opened its page on this phone, the next person can open it again for half an hour.',
  again: 'Try again',
} as const
