/** /company-representation */
import { readPageBlocks } from '#site/company/page-blocks/read-page-blocks.ts'
import { readFigures } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkAreaStyles } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { ContainerYard } from '#site/ui/scenes/container-yard.tsx'
import type { Route } from './+types/company-representation-route'
import { AreaPage, TwoWays } from './area-page.tsx'

export const handle: PageHandle = { styles: 'area' }

export const links = linkAreaStyles

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Company Representation',
    description:
      'Business representation for local and international firms entering Nigeria: presence, market research, regulatory compliance and corporate communications.',
  })
}

const services = [
  {
    icon: 'representation',
    title: 'Corporate representation',
    lines: ['A named person and an address', 'Meetings held on your behalf', 'Minutes the same day'],
  },
  {
    icon: 'investor',
    title: 'Business development consulting',
    lines: ['Buyers, suppliers and distributors', 'Tenders and offers', 'Trade fairs'],
  },
  {
    icon: 'search',
    title: 'Market research',
    lines: ['Prices at the gate and at the port', 'Who buys, where and when', 'Competitors and substitutes'],
  },
  {
    icon: 'shield',
    title: 'Regulatory compliance assistance',
    lines: ['Registration and permits', 'Customs and export papers', 'Tax calendar'],
  },
  {
    icon: 'chat',
    title: 'Corporate communications and PR',
    lines: ['Press and community', 'Local languages', 'A voice on the ground in a crisis'],
  },
] as const

/** They come with the page and not with its script. */
const words = {
  hero: {
    eyebrow: 'Company Representation',
    title: 'Company Representation',
    lead: 'Business representation for local and international firms entering Nigeria. We are your people here before you have people here.',
  },
  work: { eyebrow: 'Services', title: 'Presence without an office of your own', cells: services },
  callout: {
    title: 'Entering Nigeria?',
    text: 'Read how our partnerships work and choose the form that fits: representation, franchise, distribution or a strategic alliance.',
  },
}

export function loader({ context }: Route.LoaderArgs) {
  return {
    ...words,
    figures: readFigures(context, 'company-representation'),
    blocks: readPageBlocks(context, 'company-representation'),
  }
}

export default function CompanyRepresentation({ loaderData }: Route.ComponentProps) {
  const { hero, work, callout, figures, blocks } = loaderData
  return (
    <AreaPage
      hero={{
        ...hero,
        actions: <ButtonLink to={paths.franchisePartnership}>Become a partner</ButtonLink>,
        scene: <ContainerYard />,
      }}
      work={work}
      figures={figures}
      figuresTitle="What we have done in the name of others"
      blocks={blocks}
      callout={{
        ...callout,
        actions: (
          <TwoWays
            first={{ to: paths.franchisePartnership, label: 'Franchise & Partnership' }}
            second={{ to: paths.contact, label: 'Contact us' }}
          />
        ),
      }}
    />
  )
}
