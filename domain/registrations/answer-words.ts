/** Answers as they are read once more: before they are sent, and wherever a registration is shown. */

export const answerWords = {
  label: 'Your answers',
  change: 'Change',
  /** For a change that was begun before. */
  goOn: 'Go on with your change',
  notGiven: 'Not given',
  neededAgain: 'Needed again',
  encrypted: 'Stored encrypted',
  yes: 'Yes',
  no: 'No',
  show: 'Show',
  hide: 'Hide',
  photo: 'Your selfie',
  before: 'Before:',
  now: 'Now:',
} as const
