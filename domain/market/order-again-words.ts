/** The words of ordering in bulk once more: where a form was filled from, and templates. */

export type FilledFrom = 'registration' | 'order' | 'profile'

const sources: Readonly<Record<FilledFrom, string>> = {
  registration: 'your registration',
  order: 'your last order',
  profile: 'your profile',
}

export const orderAgainWords = {
  title: 'Order again',
  text: (isAgreed: boolean) =>
    `Opens the order form, filled in with what ${isAgreed ? 'was agreed' : 'this order asked for'}. You can change everything before you send it.`,
  again: 'Order again',
  /** Above the form. */
  filledFrom: (from: readonly FilledFrom[]) =>
    `Filled in from ${from.map((one) => sources[one]).join(' and ')}.`,
  filledFromOrder: (code: string) => `Filled in from order ${code}.`,
  filledAsAgreed: (code: string) => `Filled in with what was agreed in order ${code}.`,
  filledFromTemplate: (name: string) => `Filled in from your template "${name}".`,
  clearLabel: 'Clear',
  cleared: 'You have cleared what was filled in.',
  fillLabel: 'Fill it in again',
  template: {
    listTitle: 'Your templates',
    useLabel: 'Use',
    describeUse: (name: string) => `Use ${name}`,
    deleteLabel: 'Delete',
    describeDelete: (name: string) => `Delete ${name}`,
    deleteTitle: (name: string) => `The template "${name}" is deleted`,
    deletingLabel: 'Deleting...',
    label: 'Save as a template',
    name: {
      label: 'Save it as a template',
      help: 'A name that you find it by, such as "Sesame to Rotterdam".',
      length: 'Use 2 to 60 characters',
      taken: 'You have a template of this name already',
    },
    submitLabel: 'Save template',
    busyLabel: 'Saving...',
    saved: { title: 'Template saved', text: 'You find it above the order form.' },
    failed: 'Your templates could not be loaded.',
  },
} as const
