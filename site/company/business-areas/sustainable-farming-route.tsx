/** /sustainable-farming */
import { readPageBlocks } from '#site/company/page-blocks/read-page-blocks.ts'
import { readStaticPage } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkAreaStyles } from '#site/page-styles.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { LivingSoil } from '#site/ui/scenes/living-soil.tsx'
import type { Route } from './+types/sustainable-farming-route'
import { AreaPage, TwoWays } from './area-page.tsx'

export const handle: PageHandle = { styles: 'area' }

export const links = linkAreaStyles

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Sustainable Farming',
    description:
      'Soil, water, seed and income: the sustainable farming practices we teach and finance with farmers across Nigeria.',
  })
}

const practices = [
  {
    icon: 'soil',
    title: 'Soil first',
    lines: [
      'Soil tests before fertiliser',
      'Compost and manure returned to the field',
      'Legumes between cereals',
    ],
  },
  {
    icon: 'clock',
    title: 'Water kept',
    lines: ['Tied ridges and contour bunds', 'Mulch through the dry spell', 'Drip lines for vegetables'],
  },
  {
    icon: 'agriculture',
    title: 'Fewer chemicals',
    lines: ['Scouting before spraying', 'Resistant and early varieties', 'Safe handling and safe containers'],
  },
  {
    icon: 'scale',
    title: 'Income that holds',
    lines: ['Two crops, two incomes', 'Storage that beats the glut', 'Records a buyer can check'],
  },
] as const

/** They come with the page and not with its script. */
const words = {
  hero: {
    eyebrow: 'Agriculture',
    title: 'Sustainable Farming',
    lead: 'A field is a living thing. We help farmers take a good harvest from it this year and hand it on in better heart.',
  },
  work: { eyebrow: 'Practice', title: 'Four habits of land that lasts', cells: practices },
  callout: {
    title: 'Farm with us',
    text: 'Register your farm and say what you want to change. We start from your land, not from a brochure.',
  },
}

export function loader({ context }: Route.LoaderArgs) {
  return {
    ...words,
    ...readStaticPage(context, 'sustainable-farming'),
    blocks: readPageBlocks(context, 'sustainable-farming'),
  }
}

export default function SustainableFarming({ loaderData }: Route.ComponentProps) {
  const { hero, work, callout, figures, blocks, getInvolved, apply } = loaderData
  return (
    <AreaPage
      hero={{
        ...hero,
        actions: <ButtonLink to={getInvolved}>Get Involved</ButtonLink>,
        scene: (
          <figure>
            <LivingSoil />
            <figcaption className="figure-note">
              From the top: maize between beans, whose roots bind nitrogen from the air. Dark topsoil with
              roots and worms. Red subsoil. Stone.
            </figcaption>
          </figure>
        ),
      }}
      work={work}
      figures={figures}
      blocks={blocks}
      figuresTitle="What this has reached so far"
      callout={{
        ...callout,
        actions: (
          <TwoWays
            first={{ to: getInvolved, label: 'Get Involved' }}
            second={{ to: apply, label: 'Apply for Program' }}
          />
        ),
      }}
    />
  )
}
