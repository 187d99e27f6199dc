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
  on: (day: string) => `on ${day}`,
  follow: 'Follow it',
  forget: 'Not my phone: forget it',
  forgotten: 'This phone has forgotten that it was sent from here.',
  undoForget: 'Undo',
} as const

export const offlineWords =
  'You are offline. Go on: what you type is kept on this device, and you can send it when the line is back.'
