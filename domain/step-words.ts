/** What a form of several steps says of its steps, and at the boxes of a date. Apart: no short form loads it. */

export const dateWords = { day: 'Day', month: 'Month', year: 'Year' } as const

export const progressWords = {
  label: 'Steps of this form',
  now: (step: number, count: number) => `Step ${step} of ${count}`,
} as const
