/** What a member is written to about: the choices in their order, each with its words. */

export interface NotificationChoices {
  orderMails: boolean
  registrationMails: boolean
  /** For staff alone. */
  morningMails: boolean
  newsletter: boolean
}

interface NotificationQuestion {
  choice: keyof NotificationChoices
  label: string
  help: string
}

export const notificationQuestions: readonly NotificationQuestion[] = [
  {
    choice: 'orderMails',
    label: 'News of my orders',
    help: 'When an order is approved, declined or completed. The receipt of an order always comes.',
  },
  {
    choice: 'registrationMails',
    label: 'News of my applications',
    help: 'When an application is approved or declined, or when we ask you to correct it.',
  },
  {
    choice: 'newsletter',
    label: 'The newsletter',
    help: 'Letters about seasons, prices and training. Every letter has a link that ends them.',
  },
]

export const staffNotificationQuestion: NotificationQuestion = {
  choice: 'morningMails',
  label: 'My work at the desk, in the morning',
  help: 'At seven, when tasks of yours are late or due, or records of yours are past their promise. Never an empty mail.',
}

/** Prompts and answers of the link at the foot of such a mail. */
export const stopMailsWords = {
  title: 'Mails from us',
  sentence: 'One click, and no more mails of this kind come to you.',
  button: 'Stop these mails',
  choose: 'Choose which mails come',
  tooOld: 'This link is too old. Sign in and choose in your account which mails come.',
  stopped: {
    order_mails:
      'You get no more mails when an order is approved, declined or completed. Receipts still come.',
    registration_mails: 'You get no more mails when an application is decided or has to be corrected.',
    morning_mails:
      'You get no more mails in the morning about what is late and due. The desk still shows it.',
  },
} as const

export const notificationMessages = {
  title: 'Notifications',
  description: 'Which mails you want from us.',
  label: 'Mails to you',
  saved: 'Kept',
  notSaved: 'Your choice was not kept',
  failed: 'Your choices could not be loaded.',
  /** The address stands between them. */
  lead: ['Mails go to', '. What concerns your account itself, such as a new password, is always sent.'],
} as const
