/** What the three kinds of investor are asked, read from their forms: the server alone needs these. */
import { corporateInvestmentAmounts } from '#domain/registrations/corporate-investor-options.ts'
import { cryptoInvestmentAmounts } from '#domain/registrations/crypto-investor-options.ts'
import { individualInvestmentAmounts } from '#domain/registrations/individual-investor-options.ts'
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

function describe(
  definition: LongFormDefinition,
  form: 'investor_individual' | 'investor_corporate' | 'investor_crypto',
  amounts: readonly { label: string }[],
  words: Pick<InvestorKind, 'kind' | 'who' | 'ready'>,
): InvestorKind {
  const required = listFields(definition).filter((field) => !isOptional(definition, field, {}))
  return {
    ...words,
    path: registrationForms[form].path,
    smallest: amounts[0]?.label ?? '',
    length: `${definition.steps.length + 1} steps, ${required.length} answers that we need`,
  }
}

export const investorKinds: readonly InvestorKind[] = [
  describe(individualInvestorForm, 'investor_individual', individualInvestmentAmounts, {
    kind: 'Individual',
    who: 'One person, from 18 years on.',
    ready: 'An identity document, your bank account, and for Nigerians the BVN.',
  }),
  describe(corporateInvestorForm, 'investor_corporate', corporateInvestmentAmounts, {
    kind: 'Corporate',
    who: 'A company, of whatever form it is registered in.',
    ready: 'The registration number, the person who speaks for the company, its bank account.',
  }),
  describe(cryptoInvestorForm, 'investor_crypto', cryptoInvestmentAmounts, {
    kind: 'Crypto',
    who: 'Anyone who holds SIDRA, from 18 years on.',
    ready: 'An identity document, and the address of your SIDRA wallet.',
  }),
]
