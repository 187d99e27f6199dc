/** Before a form and beside it: that it costs nothing, and the titles of what to have ready and what happens next. */

export const beforeWords = {
  title: 'Before you begin',
  free: 'It costs nothing.',
  warning: 'Anyone who asks you for money for it is not from us.',
} as const

export const nextTitle = 'What happens next'
