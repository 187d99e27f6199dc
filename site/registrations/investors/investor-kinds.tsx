/** The three cards of the investor hub. */
import { paths } from '#site/paths.ts'
import { LinkCells } from '#site/ui/blocks.tsx'

const kinds = [
  {
    icon: 'user',
    title: 'Individual Investors',
    text: 'People who invest in their own name.',
    to: paths.investorFormIndividual,
    action: 'Individual bio data',
  },
  {
    icon: 'representation',
    title: 'Corporate Partners',
    text: 'Companies interested in partnership and corporate investment.',
    to: paths.investorFormCorporate,
    action: 'Corporate bio data',
  },
  {
    icon: 'scale',
    title: 'Crypto Investors',
    text: 'Investors using SIDRA cryptocurrency assets.',
    to: paths.investorFormCrypto,
    action: 'Crypto bio data',
  },
] as const

export function InvestorKinds() {
  return <LinkCells cells={kinds} />
}
