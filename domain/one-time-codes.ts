/** A code of six digits from a mail, a message or an app: its length, and what forms say of it. */

export const oneTimeCodeLength = 6
/** How long the code for a change or a photo works, mailed or sent as a text message. */
export const changeCodeSeconds = 15 * 60

export const oneTimeCodeWords = {
  label: 'Code',
  fromMail: 'Code from the mail',
  mailBusyLabel: 'Sending a code...',
  mailed: 'We have mailed you a code. It works once, for an hour.',
  /** For the links of mails. */
  linksWork: 'Links work once, for an hour.',
  typeCode: `The code has ${oneTimeCodeLength} digits`,
  wrongCode: 'This code is not right, or it is too old',
  tooSoon: 'A code was sent just now. Wait a little, then ask again.',
} as const

export function isOneTimeCode(text: string): boolean {
  return text.length === oneTimeCodeLength && /^\d+$/.test(text)
}
