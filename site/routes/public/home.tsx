/** / : what the house is, what it does, and the doors into it. */
import { CoreBusinessAreas } from '#site/features/business-areas/core-business-areas.tsx'
import { GetInTouch } from '#site/features/home/get-in-touch.tsx'
import { HomeHero } from '#site/features/home/home-hero.tsx'
import { OurImpact } from '#site/features/home/our-impact.tsx'
import { QuickAccess } from '#site/features/home/quick-access.tsx'
import { readFigures } from '#site/page-content.ts'
import { organizationFacts, pageMeta } from '#site/page-meta.ts'
import type { Route } from './+types/home'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Growing Nigeria's Agricultural Future",
    description:
      'A Nigerian agribusiness: farming consultancy and produce trade, real estate, construction, franchise and company representation.',
    facts: organizationFacts(args),
  })
}

export function loader({ context }: Route.LoaderArgs) {
  return { figures: readFigures(context, 'home') }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <HomeHero />
      <CoreBusinessAreas />
      <OurImpact figures={loaderData.figures} />
      <QuickAccess />
      <GetInTouch />
    </>
  )
}
