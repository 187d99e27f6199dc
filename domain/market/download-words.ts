/** Beside each document, wherever it is listed. */

export const downloadWords = {
  label: 'Download',
  describe: (document: string, number: string) => `Download ${document} ${number}`,
  busyLabel: 'Loading...',
  failed: 'The document could not be downloaded',
} as const
