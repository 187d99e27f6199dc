/** The words of 'Tell me when it is back'; apart from the form's rules, since the page of a product carries them. */
import { waitLinkWords } from './wait-link-words.ts'

export const stockAlertWords = {
  path: '/forms/stock-alert',
  title: waitLinkWords.title,
  label: 'Your email',
  submitLabel: 'Tell me',
  busyLabel: 'Sending...',
  note: 'You confirm by mail. One mail when it is back, and no more.',
  privacy: 'Privacy',
  offline: 'You are offline. Check your connection, then try again.',
  /** The same for an address that is new, waiting or confirmed. */
  requested:
    'Please check your inbox: a link to confirm it is on its way, if this address does not wait for it yet.',
  /** For a visitor, as this device knows it: only their mailbox knows what became of it. */
  visitor: {
    describeListed: (day: string) =>
      `You asked for it on ${day}. We write once it is back, if you have followed the link in our mail. The same mail has a link that takes you off the list.`,
    againLabel: 'Ask again',
  },
  member: {
    help: 'One mail to the address of your account, and no more.',
    waiting: 'We write to you once it is back.',
    stopLabel: 'Do not tell me',
  },
  /** For the mail, and for the pages that its links open. */
  heading: 'Back in stock',
} as const
