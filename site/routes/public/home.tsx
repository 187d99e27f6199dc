/** / : what the house is, what it does, and the doors into it. */
import { CoreBusinessAreas } from '#site/features/business-areas/core-business-areas.tsx'
import { GetInTouch } from '#site/features/home/get-in-touch.tsx'
import { HomeHero } from '#site/features/home/home-hero.tsx'
import { OurImpact } from '#site/features/home/our-impact.tsx'
import { QuickAccess } from '#site/features/home/quick-access.tsx'
import { pageMeta } from '#site/page-meta.ts'
import type { Route } from './+types/home'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Growing Nigeria's Agricultural Future",
    description:
      'A Nigerian agribusiness: farming consultancy and produce trade, real estate, construction, franchise and company representation.',
  })
}

export default function Home() {
  return (
    <>
      <HomeHero />
      <OurImpact />
      <CoreBusinessAreas />
      <QuickAccess />
      <GetInTouch />
    </>
  )
}
