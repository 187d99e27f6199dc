/** What the tabs of Settings are called, each by its name in the address: there, and where the palette leads. */
export const settingsLabels = {
  money: 'Bank and wallet',
  vat: 'VAT',
  limits: 'Limits',
  kept: 'How long kept',
  words: 'Reasons and answers',
  company: 'Company',
} as const
