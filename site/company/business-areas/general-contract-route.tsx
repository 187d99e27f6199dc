/** /general-contract */
import { readPageBlocks } from '#site/company/page-blocks/read-page-blocks.ts'
import { readFigures } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkAreaStyles } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { BridgeWorks } from '#site/ui/scenes/bridge-works.tsx'
import type { Route } from './+types/general-contract-route'
import { AreaPage, TwoWays } from './area-page.tsx'

export const handle: PageHandle = { styles: 'area' }

export const links = linkAreaStyles

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'General Contract',
    description:
      'Construction and infrastructure development: civil engineering, building and renovation, project management, quality assurance and compliance.',
  })
}

const works = [
  {
    icon: 'map',
    title: 'Infrastructure',
    lines: ['Feeder roads and culverts', 'Water and irrigation', 'Markets and stores'],
  },
  {
    icon: 'contract',
    title: 'Civil engineering',
    lines: ['Earthworks and drainage', 'Bridges and retaining walls', 'Soil investigation'],
  },
  {
    icon: 'real-estate',
    title: 'Building construction and renovation',
    lines: ['Warehouses and processing halls', 'Offices and housing', 'Repair and extension'],
  },
  {
    icon: 'document',
    title: 'Project management and consulting',
    lines: ['Bills of quantities', 'Programme and cash flow', 'Site meetings with minutes'],
  },
  {
    icon: 'shield',
    title: 'Quality assurance and compliance',
    lines: ['Material tests', 'Safety on site', 'Permits and handover files'],
  },
] as const

/** They come with the page and not with its script. */
const words = {
  hero: {
    eyebrow: 'General Contract',
    title: 'General Contract',
    lead: 'Construction and infrastructure development, priced item by item, built to the drawing and handed over with its file.',
  },
  work: { eyebrow: 'Works', title: 'What we build', cells: works },
  callout: {
    title: 'Have a project?',
    text: 'Tell us where it is, what stage it is at and when it must be ready.',
  },
}

export function loader({ context }: Route.LoaderArgs) {
  return {
    ...words,
    figures: readFigures(context, 'general-contract'),
    blocks: readPageBlocks(context, 'general-contract'),
  }
}

export default function GeneralContract({ loaderData }: Route.ComponentProps) {
  const { hero, work, callout, figures, blocks } = loaderData
  return (
    <AreaPage
      hero={{
        ...hero,
        actions: <ButtonLink to={paths.contact}>Discuss a project</ButtonLink>,
        scene: <BridgeWorks />,
      }}
      work={work}
      figures={figures}
      figuresTitle="Contracts carried out so far"
      blocks={blocks}
      callout={{
        ...callout,
        actions: (
          <TwoWays
            first={{ to: paths.contact, label: 'Contact us' }}
            second={{ to: paths.franchisePartnership, label: 'Work as a partner' }}
          />
        ),
      }}
    />
  )
}
