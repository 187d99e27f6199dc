/** What the form says that prompts for the code of a document. */
export const verifyWords = {
  code: {
    label: 'Code on the paper',
    help: 'Twelve letters and figures at the foot of each sheet, beside the square.',
    placeholder: 'XXXX-XXXX-XXXX',
  },
  submitLabel: 'Check this paper',
} as const
