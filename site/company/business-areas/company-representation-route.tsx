/** /company-representation */
import { readHead } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { ContainerYard } from '#site/ui/scenes/container-yard.tsx'
import type { Route } from './+types/company-representation-route'
import { AreaPage, TwoWays } from './area-page.tsx'
import { readArea } from './read-area.ts'

export const handle: PageHandle = { styles: 'area' }

export const links = () => linkSheet('area')

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export function loader({ context }: Route.LoaderArgs) {
  return {
    head: readHead(context, 'company-representation'),
    area: readArea(context, 'company-representation'),
  }
}

export default function CompanyRepresentation({ loaderData }: Route.ComponentProps) {
  const { hero, callout, ...rest } = loaderData.area
  return (
    <AreaPage
      hero={{
        ...hero,
        actions: <ButtonLink to={paths.franchisePartnership}>Become a partner</ButtonLink>,
        scene: <ContainerYard />,
      }}
      {...rest}
      callout={{
        ...callout,
        actions: (
          <TwoWays
            first={{ to: paths.franchisePartnership, label: 'Franchise & Partnership' }}
            second={{ to: paths.contact, label: 'Contact us' }}
          />
        ),
      }}
    />
  )
}
