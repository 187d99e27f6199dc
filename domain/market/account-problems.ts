/** What is wrong with a bank account of the company that is proposed: all of it at once, in the words of propose_settlement_account. */
import type { FieldProblem } from '#domain/forms.ts'
import { cleanLine } from '#domain/text.ts'
import type { AccountCurrency } from './settlement-accounts.ts'

type AccountAnswers = Readonly<Record<string, string | undefined>>

export function findAccountProblems(currency: AccountCurrency, answers: AccountAnswers): FieldProblem[] {
  const line = (name: string) => cleanLine(answers[name] ?? '')
  const isLong = (name: string, min: number, max: number) => {
    const { length } = [...line(name)]
    return length >= min && length <= max
  }
  const isAbroad = currency !== 'NGN'
  const number = line('accountNumber')
  const rules: readonly [field: string, isRight: boolean, message: string][] = [
    ['bankName', isLong('bankName', 2, 100), 'Enter the name of the bank, in 2 to 100 characters'],
    ['accountName', isLong('accountName', 2, 100), 'Enter the name of the account, in 2 to 100 characters'],
    [
      'accountNumber',
      isAbroad ? isNumberAbroad(number) : /^[0-9]{10}$/.test(number),
      isAbroad
        ? 'Enter the IBAN or the account number as the bank writes it: this one has a letter or digit that is wrong'
        : 'Enter the account number: 10 digits',
    ],
    [
      'swiftBic',
      !isAbroad || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(shorten(answers.swiftBic ?? '')),
      'Enter the SWIFT code (BIC): 8 or 11 letters and digits',
    ],
    [
      'bankAddress',
      !isAbroad || isLong('bankAddress', 5, 300),
      'Enter the address of the bank, in 5 to 300 characters',
    ],
    [
      'correspondent',
      !isAbroad || line('correspondent') === '' || isLong('correspondent', 5, 300),
      'Enter the correspondent bank in 5 to 300 characters, or leave it empty',
    ],
  ]
  return rules.flatMap(([field, isRight, message]) => (isRight ? [] : [{ field, message }]))
}

const shorten = (written: string) => written.replace(/\s/g, '').toUpperCase()

/** As private.is_account_number: what begins as an IBAN does (ISO 13616) has its check digits right; any other number has none. */
function isNumberAbroad(written: string): boolean {
  const number = shorten(written).replaceAll('-', '')
  if (!/^[A-Z0-9]{5,34}$/.test(number)) return false
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(number)) return true
  const digits = (number.slice(4) + number.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}
