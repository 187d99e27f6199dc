/** How far a letter of credit is, as staff read it: on the order, in its history and in the trail. */
export const adminCreditStatusWords = {
  awaited: 'Waiting for the draft of the buyer',
  draft_received: 'Draft received, to be read',
  draft_accepted: 'Draft accepted, the bank of the buyer issues it',
  issued: 'Issued',
  documents_presented: 'Documents presented to the bank',
  paid: 'Paid',
} as const satisfies Record<string, string>
