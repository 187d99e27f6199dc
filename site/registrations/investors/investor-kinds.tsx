/** The three cards of the investor hub. */
import { investorKindWords } from '#domain/registrations/investor-hub-words.ts'
import { paths } from '#site/paths.ts'
import { LinkCells } from '#site/ui/blocks.tsx'

const kinds = [
  { icon: 'user', to: paths.investorFormIndividual, ...investorKindWords.individual },
  { icon: 'representation', to: paths.investorFormCorporate, ...investorKindWords.corporate },
  { icon: 'scale', to: paths.investorFormCrypto, ...investorKindWords.crypto },
] as const

export function InvestorKinds() {
  return <LinkCells cells={kinds} />
}
