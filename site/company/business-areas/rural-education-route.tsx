/** /rural-education : rural farmer education. */
import { readHead, readPageActions } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { LessonUnderTree } from '#site/ui/scenes/lesson-under-tree.tsx'
import type { Route } from './+types/rural-education-route'
import { AreaPage, TwoWays } from './area-page.tsx'
import { readArea } from './read-area.ts'

export const handle: PageHandle = { styles: 'area' }

export const links = () => linkSheet('area')

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export function loader({ context }: Route.LoaderArgs) {
  return {
    head: readHead(context, 'rural-education'),
    ...readPageActions(context, 'rural-education'),
    area: readArea(context, 'rural-education'),
  }
}

export default function RuralEducation({ loaderData }: Route.ComponentProps) {
  const { enrol, apply, area } = loaderData
  const { hero, callout, ...rest } = area
  return (
    <AreaPage
      hero={{
        ...hero,
        actions: <ButtonLink to={enrol}>Enroll Now</ButtonLink>,
        scene: <LessonUnderTree />,
      }}
      {...rest}
      callout={{
        ...callout,
        actions: (
          <TwoWays
            first={{ to: enrol, label: 'Enroll Now' }}
            second={{ to: apply, label: 'Apply for Program' }}
          />
        ),
      }}
    />
  )
}
