/** / : what the application is, what it does, and the ways into it. */
import { lazy, Suspense } from 'react'
import { fillWords } from '#domain/company/page-words/fill-words.ts'
import { homeSearch, homeWords } from '#domain/company/page-words/home.ts'
import { CoreBusinessAreas } from '#site/company/business-areas/core-business-areas.tsx'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import { readContent, readFigures } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { organizationFacts, pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import type { Route } from './+types/home-route'
import { Doors } from './doors.tsx'
import { GetInTouch } from './get-in-touch.tsx'
import { HomeHero } from './home-hero.tsx'
import { OurImpact } from './our-impact.tsx'
import { QuickAccess } from './quick-access.tsx'

export const handle: PageHandle = { styles: 'home' }

export const links = () => linkSheet('home')

export function meta(args: Route.MetaArgs) {
  const { metaTitle, metaDescription } = fillWords(homeSearch, args.loaderData?.texts, 'search.')
  return pageMeta(args, {
    title: metaTitle,
    description: metaDescription,
    facts: organizationFacts(args),
  })
}

export function loader({ context }: Route.LoaderArgs) {
  const texts = readContent(context).texts.home
  // Nothing of it while no text was changed: this document is the one that must be small.
  return { figures: readFigures(context, 'home'), ...(texts && { texts }) }
}

/** Fetched only where something was begun. */
const OpenDraft = lazy(() => import('./open-draft.tsx'))

export default function Home({ loaderData }: Route.ComponentProps) {
  const mayHaveDraft = useHydrated() && hasDraft()
  const words = fillWords(homeWords, loaderData.texts)
  return (
    <>
      {mayHaveDraft && (
        <Suspense>
          <OpenDraft />
        </Suspense>
      )}
      <HomeHero {...words.hero} />
      <Doors {...words.doors} />
      <CoreBusinessAreas {...words.areas} />
      <OurImpact figures={loaderData.figures} />
      <QuickAccess {...words.quick} />
      <GetInTouch {...words.touch} />
    </>
  )
}

function hasDraft(): boolean {
  try {
    return Object.keys({ ...localStorage, ...sessionStorage }).some((key) => key.startsWith('house-draft:r'))
  } catch {
    return false
  }
}
