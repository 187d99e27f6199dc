/** What the three kinds of investor are asked, read from their forms: the server alone needs these. */
import { corporateInvestmentAmounts } from '#domain/registrations/corporate-investor-options.ts'
import { cryptoInvestmentAmounts } from '#domain/registrations/crypto-investor-options.ts'
import { individualInvestmentAmounts } from '#domain/registrations/individual-investor-options.ts'
import {
  comparedInvestorWords,
  investorComparisonWords,
} from '#domain/registrations/investor-comparison-words.ts'
import { registrationForms } from '#domain/registrations/registrations.ts'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { isOptional, listFields } from '#site/registrations/long-form/values.ts'
import { corporateInvestorForm } from './corporate-investor-form.ts'
import { cryptoInvestorForm } from './crypto-investor-form.ts'
import { individualInvestorForm } from './individual-investor-form.ts'

export interface InvestorKind {
  path: string
  kind: string
  who: string
  /** The smallest choice of the form. */
  smallest: string
  ready: string
  length: string
}

type Kind = keyof typeof comparedInvestorWords

function describe(
  kind: Kind,
  definition: LongFormDefinition,
  amounts: readonly { label: string }[],
): InvestorKind {
  const required = listFields(definition).filter((field) => !isOptional(definition, field, {}))
  return {
    ...comparedInvestorWords[kind],
    path: registrationForms[`investor_${kind}`].path,
    smallest: amounts[0]?.label ?? '',
    length: investorComparisonWords.lengthOf(definition.steps.length + 1, required.length),
  }
}

export const investorKinds: readonly InvestorKind[] = [
  describe('individual', individualInvestorForm, individualInvestmentAmounts),
  describe('corporate', corporateInvestorForm, corporateInvestmentAmounts),
  describe('crypto', cryptoInvestorForm, cryptoInvestmentAmounts),
]
