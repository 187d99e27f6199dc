/** /poultry-development */
import { readHead, readPageActions } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { PoultryHouse } from '#site/ui/scenes/poultry-house.tsx'
import type { Route } from './+types/poultry-development-route'
import { AreaPage, TwoWays } from './area-page.tsx'
import { readArea } from './read-area.ts'

export const handle: PageHandle = { styles: 'area' }

export const links = () => linkSheet('area')

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export function loader({ context }: Route.LoaderArgs) {
  return {
    head: readHead(context, 'poultry-development'),
    ...readPageActions(context, 'poultry-development'),
    area: readArea(context, 'poultry-development'),
  }
}

export default function PoultryDevelopment({ loaderData }: Route.ComponentProps) {
  const { enrol, apply, getInvolved, area } = loaderData
  const { hero, callout, ...rest } = area
  return (
    <AreaPage
      hero={{
        ...hero,
        actions: <ButtonLink to={enrol}>Enroll Now</ButtonLink>,
        scene: <PoultryHouse />,
      }}
      {...rest}
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
