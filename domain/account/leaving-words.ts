/** What a sign-out asks before it, and says after it: loaded with the question. */
export const leavingWords = {
  busyLabel: 'Signing Out...',
  /** A form may have been typed into, and drafts of this device go with every sign-out. */
  ask: {
    title: 'You are signed out, and what you typed here is deleted',
    text: 'So is every other form that was begun on this device, the cart, and the references and links of registrations and orders that were sent from it without an account, also by other people: write down what is still needed. What was sent to us stays.',
    confirmLabel: 'Sign out',
    keepLabel: 'Stay signed in',
  },
  /** The service did not answer. */
  unreached: {
    title: 'You are signed out on this device',
    text: (keepsDrafts: boolean) =>
      `Nobody can open your account here without signing in. ${keepsDrafts ? 'What was begun on this device stays.' : 'What was kept on this device is deleted.'} There was no connection, so one thing is still open: your list "Where you are signed in" shows this device until you end it. When the connection is back, sign in, open Security, and sign out the older entry of this device.`,
    ok: 'OK',
  },
} as const
