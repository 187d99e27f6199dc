/** Said while a part of a page is fetched, and when it did not come. */
export const partWords = {
  loading: 'Loading...',
  failed: 'This part could not be loaded. Try again',
} as const

export const sendLinkWords = {
  whatsApp: 'Send to WhatsApp',
  /** Where the browser does not let us copy. */
  byHand: {
    label: 'The link, to copy by hand',
    help: 'Your browser did not let us copy it. It is chosen below: press Copy, or Ctrl and C.',
  },
} as const
