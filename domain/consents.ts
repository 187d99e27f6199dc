/** What people are asked to agree to; a text that changes gets a new version, and the ledger keeps which one it was. */
export const consentTexts = {
  /** The terms and conditions, and with them that the details of the form are kept and checked. */
  terms: { purpose: 'terms', textVersion: '2026-11-21' },
  /** A parent or guardian, for somebody under 18. */
  guardian: { purpose: 'guardian', textVersion: '2026-11-21' },
} as const
