/** What a buyer's registration asks, for members; bulk orders can be placed meanwhile. */
import { paths } from '#site/paths.ts'
import { ListCells } from '#site/ui/blocks.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { SacksAndScale } from '#site/ui/scenes/sacks-and-scale.tsx'

const titles = {
  individual: 'Individual Buyer Registration',
  corporate: 'Corporate Buyer Registration',
} as const

const cells = {
  individual: [
    {
      icon: 'user',
      title: 'You',
      lines: ['First and last name', 'E-mail and phone', 'Address, city, state, country'],
    },
    {
      icon: 'marketplace',
      title: 'What you buy',
      lines: ['Kind of business', 'Products of interest', 'Average order quantity'],
    },
  ],
  corporate: [
    {
      icon: 'representation',
      title: 'The company',
      lines: ['Name and registration number', 'Address, city, state, country', 'Years in business'],
    },
    {
      icon: 'user',
      title: 'The person who buys',
      lines: ['Name and title', 'E-mail and phone'],
    },
    {
      icon: 'scale',
      title: 'What it buys',
      lines: ['Products and target markets', 'Annual purchase volume', 'Payment terms'],
    },
  ],
} as const

export function BuyerGuide({ kind }: { kind: keyof typeof titles }) {
  return (
    <>
      <PageHero
        eyebrow="Registration"
        title={titles[kind]}
        lead="A registered buyer is asked once and answered faster."
        actions={<ButtonLink to={paths.order}>Place an order</ButtonLink>}
        scene={<SacksAndScale />}
      />
      <Section eyebrow="What we will ask" title="Keep these at hand">
        <ListCells cells={cells[kind]} />
      </Section>
      <Section>
        <Notice>
          Registration is not taken on this page yet. Bulk orders are: place one, and our team will contact
          you within 24 hours.
        </Notice>
      </Section>
    </>
  )
}
