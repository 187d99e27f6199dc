/** /real-estate-construction */
import { readPageBlocks } from '#site/company/page-blocks/read-page-blocks.ts'
import { chatUrl, useCompany } from '#site/page-company.ts'
import { readFigures } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkAreaStyles } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { ButtonAnchor, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { SurveyPlot } from '#site/ui/scenes/survey-plot.tsx'
import type { Route } from './+types/real-estate-construction-route'
import { AreaPage } from './area-page.tsx'

const firstMessage = 'Hello, I am interested in your real estate and construction services.'

export const handle: PageHandle = { styles: 'area' }

export const links = linkAreaStyles

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Real Estate & Construction',
    description:
      'Residential and commercial development, investment consulting, property management, land acquisition and construction project management in Nigeria.',
  })
}

const services = [
  {
    icon: 'real-estate',
    title: 'Development',
    lines: [
      'Residential and commercial development',
      'Farm settlements and stores',
      'Approvals and drawings',
    ],
  },
  {
    icon: 'peg',
    title: 'Land',
    lines: ['Land acquisition', 'Title search before payment', 'Survey, pegs and plan'],
  },
  {
    icon: 'investor',
    title: 'Investment',
    lines: ['Investment consulting', 'Yield and risk on paper', 'Exit agreed at the start'],
  },
  {
    icon: 'document',
    title: 'Management',
    lines: ['Property management', 'Construction project management', 'Accounts every quarter'],
  },
] as const

/** They come with the page and not with its script. */
const words = {
  hero: {
    eyebrow: 'Real Estate',
    title: 'Real Estate & Construction',
    lead: 'Property development and investment solutions: land whose papers are in order, buildings that are finished, and figures you can follow.',
  },
  work: { eyebrow: 'Services', title: "From the first peg to the last quarter's account", cells: services },
  callout: {
    title: 'Invest, buy or build',
    text: 'Begin in the investor hub, or tell us about the land you have or the one you look for.',
  },
}

export function loader({ context }: Route.LoaderArgs) {
  return {
    ...words,
    figures: readFigures(context, 'real-estate-construction'),
    blocks: readPageBlocks(context, 'real-estate-construction'),
  }
}

export default function RealEstateConstruction({ loaderData }: Route.ComponentProps) {
  const { hero, work, callout, figures, blocks } = loaderData
  const { chatNumber } = useCompany()
  const ways = (
    <>
      <ButtonLink to={paths.investorHub}>Open the investor hub</ButtonLink>
      {chatNumber ? (
        <ButtonAnchor
          href={chatUrl(chatNumber, firstMessage)}
          target="_blank"
          rel="noopener"
          variant="outline"
        >
          <Icon name="chat" /> Chat with us
        </ButtonAnchor>
      ) : (
        <ButtonLink to={paths.contact} variant="outline">
          Contact us
        </ButtonLink>
      )}
    </>
  )
  return (
    <AreaPage
      hero={{
        ...hero,
        actions: ways,
        scene: <SurveyPlot />,
      }}
      work={work}
      figures={figures}
      figuresTitle="What has been built so far"
      blocks={blocks}
      callout={{
        ...callout,
        actions: ways,
      }}
    />
  )
}
