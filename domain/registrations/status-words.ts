/** The form that shows a status by reference and phone number, on the site and on the server's own page. */
export const statusWords = {
  label: 'Status',
  title: 'With your reference',
  lead: 'Your reference and the phone number that you gave show the status, and how your link comes to you once more.',
  reference: 'Reference',
  referenceHelp: 'For example FM7K4-2X9Q',
  phone: 'Phone number',
  submitLabel: 'Show the status',
  missing: {
    reference: 'Please type your reference',
    phone: 'Please type the phone number that you gave',
  },
} as const

/** What the server's own page answers that form with. */
export const statusPageWords = {
  title: 'Where your application or order stands',
  order: 'Your order',
  application: 'Your application',
  link: 'Your link',
  anOrder: 'Order',
  addPhoto: 'Add your photo, by your link or in your account.',
  rest: 'Everything else is behind your link',
  restInAccount: 'Everything else is in your account',
  onlyStatus: 'This page shows the status alone.',
  /** Beside the button, by where the link would go. */
  lost: {
    mail: 'Have you lost your link? We can send it once more to the email address that you gave. Or call us.',
    text: 'Have you lost your link? We can send it once more by text to the phone number that you gave. It then works for one day. Or call us.',
  },
  sendLink: 'Send me my link',
  tooOften: (seconds: number, isToCall: boolean) => {
    const minutes = Math.ceil(seconds / 60)
    const wait = minutes > 1 ? `${minutes} minutes` : 'a minute'
    return `That was too often. Please wait ${wait}, then try again${isToCall ? ', or call us' : ''}.`
  },
  unknown: 'We found nothing with this reference and this phone number together.',
  check:
    'Please check both. The number is the one that you gave on the form. If you had your data erased, we no longer have your number, and find nothing.',
  another: 'Look up another one',
  callUs: 'Call us:',
  atHand: 'Have your reference at hand.',
  signIn: 'Sign in',
  /** By where the link went. */
  sent: {
    mail: 'If your link can be sent now, it is on its way to the email address that you gave. It can take a few minutes; look among the unwanted mails too. If nothing comes, ask again tomorrow or call us.',
    text: 'If your link can be sent now, it is on its way by text to the phone number that you gave. It works for one day. If nothing comes, ask again tomorrow or call us.',
    account: 'This is in your account. Sign in, and you see all of it there, without a link.',
    phone:
      'We have no email address of yours to send the link to. Call us with your reference: we give you a new link.',
  },
} as const

/** For one registration, wherever it is shown to its owner. */
export const recordWords = {
  unnamed: 'Registration',
  sent: 'Sent',
  stopped: 'Stopped by you',
  reason: 'Reason',
  photo: 'Photo',
  photoReceived: 'Received',
  photoOnItsWay: 'Being sent',
  photoMissing: 'Photo missing',
  nextStep: 'Next step',
  erased: 'Erased',
} as const

/** What is left of a registration whose person had it erased. */
export const erasedWords = {
  title: 'Your data is erased',
  text: 'What was secret about you cannot be read any more, by anybody.',
  closed: 'Your application is closed.',
  /** Before `listings`, of a farmer. */
  approved: 'It had been approved. That stays on record, without your name.',
  listings: 'Your products are no longer shown or sold.',
  stays: 'What stays',
  what: 'This reference, its two days and how it was decided, what you agreed to, and who looked at your data: the law asks us to prove them. Answers that name nobody, such as the size of a farm, stay with it. Orders and payments stay for their time.',
  home: 'Return to Home',
} as const
