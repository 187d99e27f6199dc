/** The first line of a registration form where no script runs. */

export const noScriptWords = {
  onePage: {
    text: 'Your browser runs no JavaScript. Fill in the one-page form instead: it works without. Or contact us, and we fill it in with you.',
    link: 'Fill in the one-page form instead',
  },
  needed: (hasPhoto: boolean) =>
    `This form needs JavaScript, because ${hasPhoto ? 'your photo and your answers' : 'your answers'} are prepared on your own device. Without it, please contact us: we fill it in with you.`,
  call: (phone: string) => `Call ${phone}`,
  chat: 'WhatsApp',
  chatMessage: 'Good day, please fill in a form with me.',
  contact: 'All ways to reach us',
} as const
