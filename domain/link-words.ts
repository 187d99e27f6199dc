/** What is said of a link that a person saves for themselves. */
export const sendLinkWords = {
  whatsApp: 'Send to WhatsApp',
  /** Where the browser does not let us copy. */
  byHand: {
    label: 'The link, to copy by hand',
    help: 'Your browser did not let us copy it. It is chosen below: press Copy, or Ctrl and C.',
  },
} as const
