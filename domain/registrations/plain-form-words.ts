/** What a registration without scripts says around the form's own questions, and after it was sent. */

import { confirmationWords, followWords } from './confirmation-words.ts'
import { statusPageWords } from './status-words.ts'

/** The page knows where the links in these sentences lead. */
export const plainFormWords = {
  lead: 'All questions on one page. It works without JavaScript.',
  photoLater: 'Your photo is added afterwards, by a link that you get.',
  refused: {
    text: 'Your browser’s Back button usually brings back what you typed. Or begin again with an empty form.',
    link: 'begin again with an empty form',
  },
  tooOften: (seconds: number, phone: string | null) =>
    `${statusPageWords.tooOften(seconds, false)}${phone ? ` Or call us: ${phone}.` : ''}`,
  /** Above the form, when it is opened again after it was sent. */
  sentJustNow: {
    text: (reference: string) =>
      `This form was sent from here just now. We have the registration ${reference}: see it. To register another person, go on.`,
    link: 'see it',
  },
  nothingLost: 'Your other answers are kept: they stand below.',
  allNeeded: 'Everything is needed unless it says “optional”.',
  onlyMinors: 'Only if you are under 18',
  sendTitle: 'Send',
  privacy: {
    text: 'We keep what you write for your registration and nothing else. How we handle personal data',
    link: 'How we handle personal data',
  },
  inSteps: {
    text: 'The form in steps, which keeps what you type on your phone, needs JavaScript.',
    link: 'The form in steps',
  },
}

export const plainFormSentWords = {
  overLead: 'This page shows what was sent here for ten minutes. That time is over, or nothing was sent.',
  over: {
    text: 'With the reference and your phone number you see where it stands. Or go to the form.',
    status: 'where it stands',
    form: 'go to the form',
  },
  already: {
    title: confirmationWords.already,
    lead: 'What you sent just now was not taken. This is the registration that we have.',
  },
  follow: followWords.follow,
  whatsapp: 'Send it to WhatsApp',
  linkHelp:
    'Copy this link, or send it to yourself: WhatsApp then has it too. Keep it secret: whoever has it sees what you sent, and can answer for you. It opens in a browser with JavaScript.',
  reference: confirmationWords.reference,
  photoMissing: {
    text: 'Your registration is safe, but your photo is missing. Add it by your link, on this phone or another one.',
    link: 'Add it by your link',
    mailed:
      'Your registration is safe, but your photo is missing. Add it by the link that we have sent you, on this phone or another one.',
  },
  status: {
    text: 'With your reference and your phone number you can look up its status, without JavaScript too.',
    link: 'look up its status',
  },
  sharedPhone:
    'Is this phone not yours alone? For ten minutes anyone who uses it can open this page. Note your reference first.',
  forget: 'I am done: forget it here',
  addPhoto: 'You add your photo by the link above.',
}

/** After "I am done: forget it here": what goes, before it does. */
export const forgetSentWords = {
  title: (isKnown: boolean, hasLink: boolean) =>
    isKnown ? `This phone forgets your ${hasLink ? 'link' : 'reference'}` : 'This phone forgets this page',
  /** Where its link is no longer known, the reference alone. */
  text: (reference: string, hasLink: boolean) =>
    `${reference} ${hasLink ? 'and its link are' : 'is'} no longer shown here. What you sent to us stays.`,
  copyFirst:
    'If you have not kept the link, go back and copy it first: it is shown nowhere else on this phone.',
  comeBack: 'With the reference and your phone number you see where it stands.',
  unknown:
    'Your browser is asked to delete what it kept of this page. Then close it. What you sent to us stays.',
  goBack: 'Not yet? Your browser’s Back button usually leads to where you were.',
  confirmLabel: 'Forget it here',
  keepLabel: 'Go back',
}
