/** What every registration form says around its questions. */

export const needed = 'Needed, unless it says “optional”.'
export const note = 'We keep what you write for your registration and nothing else.'
export const reviewTitle = 'Check and send'
export const reviewLabel = 'Check your answers'
export const continueLabel = 'Continue'
export const backLabel = 'Back'
export const whyLabel = 'Why we ask.'
export const partFailed = 'This part could not be loaded. What you typed is kept.'
export const tryAgain = 'Try again'
export const savedAt = (isTabOnly: boolean, time: string) =>
  `Kept ${isTabOnly ? 'until you close this page' : 'on this device'}, ${time} (Lagos)`
