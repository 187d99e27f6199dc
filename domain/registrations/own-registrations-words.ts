/** What an account says of its own registrations: the list, and the page of one. */

export const ownRegistrationsWords = {
  page: { title: 'Your application', description: 'Where your application stands.' },
  listNotLoaded: 'Your applications could not be loaded.',
  notLoaded: 'Your application could not be loaded.',
  sentNotLoaded: 'What you sent could not be loaded.',
  none: {
    title: 'You have not applied yet',
    text: 'Register as a farmer, a trainee, a buyer or an investor. It is reviewed by a person.',
    farmers: 'Farmers',
    training: 'Poultry training',
    buyers: 'Buyers',
    investors: 'Investors',
  },
  asked: 'We ask you to correct something.',
  open: 'Open',
  correct: 'Correct',
  agreeAgain: 'Agree again, under Privacy',
  notYours: 'This is none of your applications',
  seeAll: 'See my applications',
  all: 'All applications',
  notKept: (form: string) => `${form}: the answers are not kept any more.`,
  encrypted: 'Stored encrypted',
} as const

/** On the investor hub. */
export const ownApplicationsWords = {
  title: 'Your applications',
  none: 'You have not applied yet. Choose one of the three above.',
  correct: 'Correct it',
} as const
