/** /agriculture : the agriculture division. */
import { readPageBlocks } from '#site/company/page-blocks/read-page-blocks.ts'
import { readFigures } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkAreaStyles } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { LinkCells } from '#site/ui/blocks.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { Section } from '#site/ui/page.tsx'
import { RidgedField } from '#site/ui/scenes/ridged-field.tsx'
import type { Route } from './+types/agriculture-route'
import { AreaPage, TwoWays } from './area-page.tsx'

export const handle: PageHandle = { styles: 'area' }

export const links = linkAreaStyles

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Agriculture Division',
    description:
      'Farming consultancy, inputs and equipment, poultry and livestock, and a trading platform that links Nigerian producers with buyers at home and abroad.',
  })
}

const services = [
  {
    icon: 'agriculture',
    title: 'Crops and consultancy',
    text: 'From the soil test to the store.',
    lines: [
      'Crop production and farming consultancy',
      'Planting calendars by state',
      'Post-harvest handling and storage',
    ],
  },
  {
    icon: 'poultry',
    title: 'Poultry and livestock',
    text: 'Birds that live, lay and sell.',
    lines: ['Housing and brooding', 'Feed and vaccination plans', 'Training for new and working farmers'],
  },
  {
    icon: 'scale',
    title: 'Trade',
    text: 'A trading platform connecting farmers to markets.',
    lines: [
      'Ginger, sesame, hibiscus, cocoa and more',
      'Tons, bags or containers',
      'FOB, CIF, CFR, EXW or DDP',
    ],
  },
  {
    icon: 'soil',
    title: 'Land that lasts',
    text: 'Sustainable farming practices.',
    lines: ['Rotation and cover crops', 'Organic matter and composting', 'Water kept where it falls'],
  },
  {
    icon: 'contract',
    title: 'Equipment',
    text: 'Farm equipment supply and maintenance.',
    lines: ['Tillage and planting', 'Irrigation', 'Threshing, drying and bagging'],
  },
] as const

const programmes = [
  {
    icon: 'people',
    title: 'Farmer Registration',
    text: 'Put your farm on record, with its size, crops and needs.',
    to: paths.farmerRegistration,
    action: 'Register a farm',
  },
  {
    icon: 'soil',
    title: 'Sustainable Farming',
    text: 'How to take a harvest and leave the soil better.',
    to: paths.sustainableFarming,
    action: 'Read the practice',
  },
  {
    icon: 'school',
    title: 'Rural Education',
    text: 'Lessons held where the farmers are.',
    to: paths.ruralEducation,
    action: 'See the lessons',
  },
  {
    icon: 'poultry',
    title: 'Poultry Development',
    text: 'From day-old chicks to a paying flock.',
    to: paths.poultryDevelopment,
    action: 'See the programme',
  },
] as const

/** They come with the page and not with its script. */
const words = {
  hero: {
    eyebrow: 'Agriculture',
    title: 'Agriculture Division',
    lead: 'We work with producers on the farm and with buyers at the port, and we carry the produce and its papers between them.',
  },
  work: { eyebrow: 'General Services', title: 'What the division does', cells: services },
  callout: {
    title: 'Buying in bulk?',
    text: 'Say what you need, how much and where it should arrive. Our team will contact you within 24 hours.',
  },
}

export function loader({ context }: Route.LoaderArgs) {
  return {
    ...words,
    figures: readFigures(context, 'agriculture'),
    blocks: readPageBlocks(context, 'agriculture'),
  }
}

export default function Agriculture({ loaderData }: Route.ComponentProps) {
  const { hero, work, callout, figures, blocks } = loaderData
  return (
    <AreaPage
      hero={{
        ...hero,
        actions: (
          <>
            <TwoWays
              first={{ to: paths.order, label: 'Place an order' }}
              second={{ to: paths.farmerRegistration, label: 'Register a farm' }}
            />
            <ButtonLink to={paths.exportCatalogue} variant="outline">
              Export catalogue
            </ButtonLink>
            <ButtonLink to={paths.buyerRegistration} variant="outline">
              Register as a buyer
            </ButtonLink>
          </>
        ),
        scene: <RidgedField />,
      }}
      work={work}
      figures={figures}
      blocks={blocks}
      figuresTitle="What this work has reached"
      callout={{
        ...callout,
        actions: (
          <TwoWays
            first={{ to: paths.order, label: 'Place an order' }}
            second={{ to: paths.buyerRegistration, label: 'Register as a buyer' }}
          />
        ),
      }}
    >
      <Section ground="forest" eyebrow="Programmes" title="Ways in for farmers" className="quick">
        <LinkCells cells={programmes} />
      </Section>
    </AreaPage>
  )
}
