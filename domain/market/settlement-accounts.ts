/** The company's own accounts: one for each currency, and a wallet; how they are named and written. */

export const accountCurrencies = ['NGN', 'USD', 'EUR', 'GBP'] as const
export type AccountCurrency = (typeof accountCurrencies)[number]

const currencyWords: Readonly<Record<AccountCurrency, string>> = {
  NGN: 'naira',
  USD: 'US dollars',
  EUR: 'euros',
  GBP: 'pounds',
}

export function nameCurrency(currency: string): string {
  return currencyWords[currency as AccountCurrency] ?? currency
}

export const accountWords = {
  accountNumber: 'IBAN or account number',
  swiftBic: 'SWIFT code (BIC)',
  bankAddress: 'Address of the bank',
  correspondent: 'Correspondent bank',
} as const

/** What is asked of an account when a change is proposed; the names are those of propose_settlement_account. */
export function listAccountFields(
  currency: AccountCurrency,
): { name: string; label: string; isOptional?: true }[] {
  const bank = [
    { name: 'bankName', label: 'Bank' },
    { name: 'accountName', label: 'Name of the account' },
  ]
  if (currency === 'NGN') return [...bank, { name: 'accountNumber', label: 'Account number (10 digits)' }]
  const { correspondent, ...needed } = accountWords
  return [
    ...bank,
    ...Object.entries(needed).map(([name, label]) => ({ name, label })),
    { name: 'correspondent', label: correspondent, isOptional: true },
  ]
}

/** An IBAN in groups of four, as it is read aloud; ten digits stay as they are. */
export function groupAccountNumber(number: string): string {
  return /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(number) ? number.replace(/(.{4})(?=.)/g, '$1 ') : number
}

/** The order says so, and no other account is shown in its place. */
export function describeNoAccount(currency: string | undefined): string {
  return currency === undefined || currency === 'NGN'
    ? 'The bank details are not available at the moment.'
    : `We have no account in ${nameCurrency(currency)} to show you yet.`
}
