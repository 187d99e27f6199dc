/** What stands above a registration form for some people: a draft that came back, one that was sent before, no line. */

export const restoredWords = {
  back: 'Your form is kept: what was typed here before is back.',
  toGive: (names: readonly string[]) =>
    `No device keeps birth dates, numbers and photos. Still to give: ${names.join(', ')}.`,
  goOn: (step: number) => `Go on at step ${step}`,
  startAgain: 'Start again with an empty form',
  /** Asked before it goes, with what happens then as the heading. */
  question: {
    title: 'What you typed here is deleted',
    text: 'It is deleted on this device and, if you are signed in, in your account. What you have sent to us stays.',
    confirm: 'Delete it, and start again',
    keep: 'Keep it',
  },
} as const

export const sentBeforeWords = {
  sent: 'You sent',
  today: 'today',
  yesterday: 'yesterday',
  on: (day: string) => `on ${day}`,
  follow: 'Follow it',
  forget: 'Not my phone: forget it',
  undoForget: 'Undo',
} as const

/** Beside when it was stored. */
export const typedHereWords = {
  notMyPhone: 'Not my phone',
  undo: 'It is my phone',
  done: 'Nothing of this form is kept on this phone once you close this page.',
} as const

export const offlineWords = (isTabOnly: boolean) =>
  `You are offline. Go on: what you type is kept ${isTabOnly ? 'until you close this page' : 'on this device'}, and you can send it when the line is back.`
