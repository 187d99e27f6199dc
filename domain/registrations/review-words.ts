/** What the last page of a registration form says when it is sent, or cannot be. */

export const reviewWords = {
  title: 'Check and send',
  lead: 'Read it once more. Whatever is wrong, you can still change.',
  notConfirmed: 'Your registration was not confirmed.',
  kept: 'What you typed is kept.',
  retry: 'What you typed is kept, and sending it again will not make a second one.',
  offline:
    'You are offline. What you typed is kept. We send it when the line is back, if this page stays open.',
  notSecure: 'This page was not opened over https, and cannot send anything safely.',
  ok: 'OK',
  sentToday: {
    title: (day: string) => `We have a registration from this phone from ${day}`,
    /** The reference stands between the two. */
    text: [
      'It has the reference',
      ', and it is safe: you need not send it again. Send another one only for another person.',
    ],
    follow: 'Follow it',
    another: 'Send another one',
  },
} as const
