/**
 * Banks of Nigeria, offered where a bank's name is typed, and a hint about account numbers; loaded on
 * demand. Names: the Central Bank's list of licensed institutions. Codes: the Central Bank's, where the lists of several
 * payment providers agree; null for institutions whose account numbers follow another pattern, such as the holder's
 * phone number, or whose code could not be confirmed.
 */
import { joinCharacters } from '../text.ts'
import { matchesNuban } from './nuban.ts'

interface Bank {
  name: string
  code: string | null
}

export const banks: readonly Bank[] = [
  { name: '9 Payment Service Bank (9PSB)', code: null },
  { name: 'Access Bank', code: '044' },
  { name: 'Accion Microfinance Bank', code: null },
  { name: 'Alpha Morgan Bank', code: null },
  { name: 'Carbon Microfinance Bank', code: null },
  { name: 'Citibank Nigeria', code: '023' },
  { name: 'Coronation Merchant Bank', code: '559' },
  { name: 'Ecobank Nigeria', code: '050' },
  { name: 'FairMoney Microfinance Bank', code: '51318' },
  { name: 'FBNQuest Merchant Bank', code: null },
  { name: 'Fidelity Bank', code: '070' },
  { name: 'First Bank of Nigeria', code: '011' },
  { name: 'First City Monument Bank (FCMB)', code: '214' },
  { name: 'FSDH Merchant Bank', code: '501' },
  { name: 'Globus Bank', code: '103' },
  { name: 'Greenwich Merchant Bank', code: '562' },
  { name: 'Guaranty Trust Bank (GTBank)', code: '058' },
  { name: 'Hope PSB', code: null },
  { name: 'Jaiz Bank', code: '301' },
  { name: 'Keystone Bank', code: '082' },
  { name: 'Kuda Microfinance Bank', code: '50211' },
  { name: 'LAPO Microfinance Bank', code: null },
  { name: 'Lotus Bank', code: '303' },
  { name: 'MoMo Payment Service Bank (MTN)', code: null },
  { name: 'MoneyMaster PSB', code: null },
  { name: 'Moniepoint Microfinance Bank', code: '50515' },
  { name: 'Nova Bank', code: '561' },
  { name: 'NPF Microfinance Bank', code: null },
  { name: 'OPay', code: null },
  { name: 'Optimus Bank', code: '107' },
  { name: 'PalmPay', code: null },
  { name: 'Parallex Bank', code: '104' },
  { name: 'Polaris Bank', code: '076' },
  { name: 'PremiumTrust Bank', code: '105' },
  { name: 'Providus Bank', code: '101' },
  { name: 'Rand Merchant Bank', code: '502' },
  { name: 'Rubies Microfinance Bank', code: null },
  { name: 'Signature Bank', code: '106' },
  { name: 'SmartCash PSB (Airtel)', code: null },
  { name: 'Sparkle Microfinance Bank', code: '51310' },
  { name: 'Stanbic IBTC Bank', code: '221' },
  { name: 'Standard Chartered Bank', code: '068' },
  { name: 'Sterling Bank', code: '232' },
  { name: 'SunTrust Bank', code: '100' },
  { name: 'TAJBank', code: '302' },
  { name: 'Tatum Bank', code: null },
  { name: 'The Alternative Bank', code: null },
  { name: 'Titan Trust Bank', code: '102' },
  { name: 'Union Bank of Nigeria', code: '032' },
  { name: 'United Bank for Africa (UBA)', code: '033' },
  { name: 'Unity Bank', code: '215' },
  { name: 'VFD Microfinance Bank', code: null },
  { name: 'Wema Bank', code: '035' },
  { name: 'Zenith Bank', code: '057' },
]

/** A hint beside ten digits that the chosen bank cannot have issued by the Central Bank's rule; never a refusal. */
export function findNubanWarning(bankName: string, accountNumber: string): string | null {
  const typed = bankName.trim().toLowerCase()
  const bank = banks.find(({ name }) => name.toLowerCase() === typed)
  const digits = joinCharacters(accountNumber)
  if (!bank?.code || !/^[0-9]{10}$/.test(digits) || matchesNuban(bank.code, digits)) return null
  return `This does not look like an account number of ${bank.name}. Please check the bank and the number; if both are right, go on.`
}
