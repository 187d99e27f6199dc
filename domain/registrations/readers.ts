/** Every registration form's rules and reading by its name: for the server; a page imports its own form alone. */
import type { AnswersInput } from '../forms.ts'
import { corporateBuyerRules, readCorporateBuyer } from './corporate-buyers.ts'
import { corporateInvestorRules, readCorporateInvestor } from './corporate-investors.ts'
import { cryptoInvestorRules, readCryptoInvestor } from './crypto-investors.ts'
import { farmerRules, readFarmer } from './farmers.ts'
import { individualBuyerRules, readIndividualBuyer } from './individual-buyers.ts'
import { individualInvestorRules, readIndividualInvestor } from './individual-investors.ts'
import type { AnyRegistrationVerdict, Circumstances, RegistrationVerdict } from './read.ts'
import type { RegistrationFormName } from './registrations.ts'
import type { RegistrationRules } from './rules.ts'
import { readTrainingEnrolment, trainingRules } from './training-enrolments.ts'

interface RegistrationReader {
  rules: RegistrationRules
  read(input: AnswersInput, circumstances?: Circumstances): RegistrationVerdict<RegistrationRules>
}

const readers: Readonly<Record<RegistrationFormName, RegistrationReader>> = {
  farmer: { rules: farmerRules, read: readFarmer },
  training: { rules: trainingRules, read: readTrainingEnrolment },
  buyer_individual: { rules: individualBuyerRules, read: readIndividualBuyer },
  buyer_corporate: { rules: corporateBuyerRules, read: readCorporateBuyer },
  investor_individual: { rules: individualInvestorRules, read: readIndividualInvestor },
  investor_corporate: { rules: corporateInvestorRules, read: readCorporateInvestor },
  investor_crypto: { rules: cryptoInvestorRules, read: readCryptoInvestor },
}

export function getRegistrationRules(form: RegistrationFormName): RegistrationRules {
  return readers[form].rules
}

export function readRegistrationForm(
  form: RegistrationFormName,
  input: AnswersInput,
  circumstances?: Circumstances,
): AnyRegistrationVerdict {
  return readers[form].read(input, circumstances) as AnyRegistrationVerdict
}
