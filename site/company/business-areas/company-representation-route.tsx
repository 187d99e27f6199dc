/** /company-representation */
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkAreaStyles } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { ContainerYard } from '#site/ui/scenes/container-yard.tsx'
import type { Route } from './+types/company-representation-route'
import { AreaPage, TwoWays } from './area-page.tsx'
import { readArea } from './read-area.ts'

export const handle: PageHandle = { styles: 'area' }

export const links = linkAreaStyles

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Company Representation',
    description:
      'Business representation for local and international firms entering Nigeria: presence, market research, regulatory compliance and corporate communications.',
  })
}

export function loader({ context }: Route.LoaderArgs) {
  return readArea(context, 'company-representation')
}

export default function CompanyRepresentation({ loaderData }: Route.ComponentProps) {
  const { hero, callout, ...rest } = loaderData
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
