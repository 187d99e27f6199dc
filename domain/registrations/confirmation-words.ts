/** What the page after sending says: the reference, the ways back to it, the photo, and what happens next. */

export const confirmationWords = {
  title: 'We have your registration',
  already: 'You are registered already',
  notTaken: 'What you typed now was not taken. This is the registration that we have.',
  saveLink: {
    title: 'Keep your link',
    text: 'We have no email address of yours, so keep the link now: copy it, or send it to yourself. It is not in the picture.',
  },
  reference: 'This is your reference. Write it down, or take a picture of it: with it we find you at once.',
  ok: 'OK',
  remembered: 'This device remembers that you sent it.',
  /** Once this device has forgotten it. */
  writeDown: 'Write this one down before you leave this page.',
} as const

export const followWords = {
  follow: 'Follow your registration',
  copy: 'Copy link',
  copied: 'Link copied',
  savePicture: 'Save as picture',
  noPicture: 'The picture could not be saved. Write the reference down, or take a photo of the screen.',
  secret: 'Keep this link to yourself: anyone who has it sees what you sent, and can answer for you.',
  elsewhere: 'If you send it to WhatsApp, WhatsApp has it too. The picture shows the reference alone.',
  /** To staff who entered it for another person. */
  mailed: 'The link to follow it has gone to the person’s email.',
  /** What goes to WhatsApp. */
  message: (what: string, reference: string, address: string) =>
    `${what}. My reference: ${reference}. Follow it: ${address}`,
} as const

export const pictureWords = {
  sentOn: (day: string) => `Sent on ${day}`,
  follow: 'Follow it, with this reference and your phone number:',
  call: (phone: string) => `Or call us: ${phone}`,
} as const

export const photoLineWords = {
  sending: 'Sending your photo…',
  missing: 'Your registration is safe, but your photo is missing.',
  add: 'Add it to your application',
  sent: 'Your photo has arrived.',
  safe: 'Your registration is safe.',
  again: 'Send photo again',
} as const

const registeringIsFree = 'Registering costs nothing. Anyone who asks you for money for it is not from us.'
const enrollingIsFree =
  'Enrolling costs nothing. Anyone who asks you for money to enrol you is not from us. A course that has a price says so beside its dates.'

/** `days`: within them a person has read it; `until`: the last of them. */
export function listNextSteps(form: string, hasEmail: boolean, days: number, until: string): string[] {
  return [
    `A person reads what you sent, within ${days} days: by ${until}.`,
    hasEmail
      ? 'You have our answer by email, with the reason. If something is unclear, we ask you to correct just that.'
      : 'We call you on the number that you gave, with our answer and its reason, or when something is unclear.',
    form === 'training' ? enrollingIsFree : registeringIsFree,
  ]
}
