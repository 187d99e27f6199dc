/** /sustainable-farming */
import { readHead, readPageActions } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { LivingSoil } from '#site/ui/scenes/living-soil.tsx'
import type { Route } from './+types/sustainable-farming-route'
import { AreaPage, TwoWays } from './area-page.tsx'
import { readArea } from './read-area.ts'

export const handle: PageHandle = { styles: 'area' }

export const links = () => linkSheet('area')

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export function loader({ context }: Route.LoaderArgs) {
  return {
    head: readHead(context, 'sustainable-farming'),
    ...readPageActions(context, 'sustainable-farming'),
    area: readArea(context, 'sustainable-farming'),
  }
}

export default function SustainableFarming({ loaderData }: Route.ComponentProps) {
  const { getInvolved, apply, area } = loaderData
  const { hero, callout, ...rest } = area
  return (
    <AreaPage
      hero={{
        ...hero,
        actions: <ButtonLink to={getInvolved}>Get Involved</ButtonLink>,
        scene: (
          <figure>
            <LivingSoil />
            <figcaption className="figure-note">
              From the top: maize between beans, whose roots bind nitrogen from the air. Dark topsoil with
              roots and worms. Red subsoil. Stone.
            </figcaption>
          </figure>
        ),
      }}
      {...rest}
      callout={{
        ...callout,
        actions: (
          <TwoWays
            first={{ to: getInvolved, label: 'Get Involved' }}
            second={{ to: apply, label: 'Apply for Program' }}
          />
        ),
      }}
    />
  )
}
