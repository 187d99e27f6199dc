/** /general-contract */
import { readHead } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { BridgeWorks } from '#site/ui/scenes/bridge-works.tsx'
import type { Route } from './+types/general-contract-route'
import { AreaPage, TwoWays } from './area-page.tsx'
import { readArea } from './read-area.ts'

export const handle: PageHandle = { styles: 'area' }

export const links = () => linkSheet('area')

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export function loader({ context }: Route.LoaderArgs) {
  return { head: readHead(context, 'general-contract'), area: readArea(context, 'general-contract') }
}

export default function GeneralContract({ loaderData }: Route.ComponentProps) {
  const { hero, callout, ...rest } = loaderData.area
  return (
    <AreaPage
      hero={{
        ...hero,
        actions: <ButtonLink to={paths.contact}>Discuss a project</ButtonLink>,
        scene: <BridgeWorks />,
      }}
      {...rest}
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
