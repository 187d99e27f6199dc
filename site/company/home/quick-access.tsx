/** "Quick Access": the four links that visitors look for most often. */
import { paths } from '#site/paths.ts'
import { LinkCells } from '#site/ui/blocks.tsx'
import { Section } from '#site/ui/page.tsx'

const entries = [
  {
    icon: 'marketplace',
    title: 'Marketplace',
    text: 'Rice, yam, maize, palm oil and more from Nigerian farms, by the bag.',
    to: paths.marketplace,
    action: 'See the produce',
  },
  {
    icon: 'investor',
    title: 'Investor Hub',
    text: 'Register as an individual, a company or a SIDRA holder.',
    to: paths.investorHub,
    action: 'Open the hub',
  },
  {
    icon: 'franchise',
    title: 'Franchise Partnership',
    text: 'Bring the model to your state, or enter Nigeria with us.',
    to: paths.franchisePartnership,
    action: 'Work with us',
  },
  {
    icon: 'careers',
    title: 'Careers',
    text: 'Seven departments, from the farm gate to the export desk.',
    to: paths.careers,
    action: 'See positions',
  },
] as const

export function QuickAccess({ title, lead }: { title: string; lead: string }) {
  return (
    <Section ground="forest" title={title} lead={lead} className="quick">
      <LinkCells cells={entries} />
    </Section>
  )
}
