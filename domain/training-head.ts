/** What stands above the poultry training's form, until staff put other words in its place. */
export const trainingHead = {
  eyebrow: 'Poultry Services',
  title: 'Poultry Training Enrolment',
  lead: 'Learn to keep birds that live, lay and sell, from people who keep them.',
} as const

/** From its form to the courses. */
export const coursesLabel = 'Dates and prices'

/** What search engines say of it. */
export const trainingDescription =
  'Enrol in poultry training: housing, brooding, feed, health and market, for beginners and for working farmers.'
