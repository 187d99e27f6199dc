/** Before a sign-in on a shared phone, where the device remembers what was sent without an account. */
export const sharedPhoneWords = {
  title: 'This phone forgets what was sent from it',
  text: 'A shared phone remembers nothing of it. These were sent from here without an account, perhaps by other people. Write down what is still needed: what was sent to us stays.',
  confirmLabel: 'Sign in, and forget them',
  keepLabel: 'Go back',
} as const
