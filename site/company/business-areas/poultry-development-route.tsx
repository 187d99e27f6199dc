/** /poultry-development */
import { readPageBlocks } from '#site/company/page-blocks/read-page-blocks.ts'
import { readStaticPage } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkAreaStyles } from '#site/page-styles.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { PoultryHouse } from '#site/ui/scenes/poultry-house.tsx'
import type { Route } from './+types/poultry-development-route'
import { AreaPage, TwoWays } from './area-page.tsx'

export const handle: PageHandle = { styles: 'area' }

export const links = linkAreaStyles

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Poultry Development',
    description:
      'Housing, birds, feed, health and market: support for poultry farmers from day-old chicks to a paying flock.',
  })
}

const support = [
  {
    icon: 'real-estate',
    title: 'Housing',
    lines: ['Open sides, shaded roofs', 'Litter that stays dry', 'Room counted per bird'],
  },
  {
    icon: 'poultry',
    title: 'Birds and brooding',
    lines: ['Broilers and layers', 'The first three weeks', 'Records from day one'],
  },
  {
    icon: 'shield',
    title: 'Health',
    lines: ['Vaccination calendar', 'Biosecurity at the gate', 'A vet to call'],
  },
  {
    icon: 'scale',
    title: 'Feed and market',
    lines: ['Feed by age and cost', 'Eggs graded and crated', 'Buyers before the birds are ready'],
  },
] as const

/** They come with the page and not with its script. */
const words = {
  hero: {
    eyebrow: 'Poultry Services',
    title: 'Poultry Development',
    lead: 'A flock pays when few birds die, feed is not wasted and the buyer is known before the chicks arrive. That is what we teach and support.',
  },
  work: { eyebrow: 'Support', title: 'From day-old chick to market day', cells: support },
  callout: {
    title: 'Start with the training',
    text: 'No flock yet is no obstacle: the training begins at the beginning.',
  },
}

export function loader({ context }: Route.LoaderArgs) {
  return {
    ...words,
    ...readStaticPage(context, 'poultry-development'),
    blocks: readPageBlocks(context, 'poultry-development'),
  }
}

export default function PoultryDevelopment({ loaderData }: Route.ComponentProps) {
  const { hero, work, callout, figures, blocks, enrol, apply, getInvolved } = loaderData
  return (
    <AreaPage
      hero={{
        ...hero,
        actions: <ButtonLink to={enrol}>Enroll Now</ButtonLink>,
        scene: <PoultryHouse />,
      }}
      work={work}
      figures={figures}
      blocks={blocks}
      figuresTitle="Flocks behind the figure"
      callout={{
        ...callout,
        actions: (
          <TwoWays
            first={{ to: apply, label: 'Apply for Program' }}
            second={{ to: getInvolved, label: 'Get Involved' }}
          />
        ),
      }}
    />
  )
}
