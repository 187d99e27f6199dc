/** What the page of a guest link says: of the link itself, of what it shows, and of the rights over that. */
import type { LinkChannel } from '../guest-links.ts'
import { limits } from '../limits.ts'

/** What brings another link, by where it can be sent. */
const afterEnd: Record<LinkChannel, string> = {
  mail: 'After that, your reference and your phone number send another to the email address that you gave.',
  text: 'After that, your reference and your phone number bring you another by text.',
  account: 'After that, your account shows it.',
  phone: 'After that, your reference and your phone number show the status. For another link, call us.',
}

export const trackWords = {
  page: { title: 'Your application or order', description: 'Where your application or order stands.' },
  title: 'Where your application or order stands',
  application: 'Your application',
  order: 'Your order',
  needsScripts:
    'Your link needs JavaScript: it keeps the secret of the link out of every log. Without it you still see the status, or call us with your reference.',
  keep: 'This page is yours alone: anyone who has your link sees it. Keep the link, and do not hand it on. After half an hour, or on another device, open it once more.',
  /** Of a link that ends within days. */
  ends: (time: string, channel: LinkChannel) =>
    `This page is yours alone: anyone who has your link sees it, so do not hand it on. This link works until ${time}. ${afterEnd[channel]}`,
  /** On a phone that others use too. */
  close: {
    label: 'Shared phone? Close this page',
    title: 'This phone forgets it',
    /** Behind the reference. */
    text: 'is no longer shown or named here, and what you began to change is deleted. What you sent to us stays. To come back you need your link; without it, the reference and your phone number show the status.',
    /** For what could not be read: nobody knows which it is. */
    titleOfAll: 'This phone forgets everything that was sent from it',
    textOfAll:
      'We could not read which application or order this is: every reference goes, and what was begun to be changed is deleted. What was sent to us stays. To come back you need your link; without it, the reference and your phone number show the status.',
    confirmLabel: 'Forget it, and close',
    busyLabel: 'Closing...',
    failed: (why: string) => `This page could not be closed. ${why}`.trim(),
  },
  sent: 'What you sent',
  sentAndChange: 'What you sent, and how to change it',
  agreed: 'What I agreed to',
  looked: 'Who looked at my data',
  notLoaded: 'This part could not be loaded.',
} as const

/** No link is open, or it leads nowhere. */
export const noLinkWords = {
  failed: 'Your link',
  nowhere: 'This link does not lead to an application or order',
  why: `It may be cut short: open it where you kept it, or copy the whole of it. After ${limits.linkDays} days a link runs out.`,
  withLink: 'With your link',
  open: 'Open the link that we mailed to you, or that you kept. It stays open here for half an hour; after that, open it once more.',
  /** `confirmsNumbers`: phone numbers can be proved here. */
  moved: (confirmsNumbers: boolean) =>
    confirmsNumbers
      ? 'If your account has confirmed the same email address or phone number since, your application or order has moved there.'
      : 'If you have made an account with the same email address since, your application or order has moved there.',
  /** Another one is open here than the one that was followed. */
  showOpen: 'Show what is open here instead',
  account: 'Go to your account',
  contact: 'Contact us',
} as const

/** What happened, as the database names it; the status that a decision led to. */
export const eventWords = {
  title: 'What happened',
  received: 'We received it',
  correction_requested: 'We asked you to correct something',
  sent_again: 'You sent your correction',
  entered_walk_in: 'Our staff entered your correction at the counter',
  entered_phone: 'Our staff entered your correction on the phone',
  changed: 'You changed your answers',
  stopped: 'You stopped it',
  taken_back: 'You took back another consent',
  agreed_to_one: 'You agreed to one again, another is still taken back',
  renewed: 'You agreed again',
  approved: 'Approved',
  declined: 'Declined',
  pending: 'Opened again',
  merged: 'Made one with your older registration',
  message_sent: 'A message to us',
  message_answered: 'Our answer',
} as const

export const moveWords = {
  title: 'Keep it in an account',
  text: 'In your account you see all your applications, and need no link. This link then ends. Your account needs the email address or phone number that you sent it with.',
  submitLabel: 'Add to my account',
  busyLabel: 'Adding...',
  signIn: 'Sign in to keep it',
  moved: 'Added to your account',
  failed: 'This could not be added',
  /** For what was sent or opened in this tab, offered after the sign-in. */
  isItYours: 'was sent or opened here without an account. Is it yours?',
  notMine: 'Not mine',
  dropped: 'is no longer offered here.',
  undo: 'Undo',
} as const

export const guestDataWords = {
  read: {
    title: 'Read or download my data',
    text: 'Everything we keep about you, with since when and for how long. Secret numbers show their last digits alone.',
  },
  erase: {
    title: 'Erase my data',
    text: 'You may take back what you gave us. An application that waits for a decision ends, products that you offer are no longer shown or sold, and what is secret about you can never be read again. Your name and how to reach you leave this registration, and what you wrote to us from this page is deleted. Orders and payments stay as long as the law asks.',
    /** `time`: when the link ends, where that is soon. */
    final: (time: string | null) =>
      time
        ? `This link shows until ${time} that it was erased.`
        : 'The link goes on showing that it was erased.',
  },
} as const
