/** /agriculture : the agriculture division. */
import { readHead, readWords } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { LinkCells } from '#site/ui/blocks.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { Section } from '#site/ui/page.tsx'
import { RidgedField } from '#site/ui/scenes/ridged-field.tsx'
import type { Route } from './+types/agriculture-route'
import { AreaPage, TwoWays } from './area-page.tsx'
import { readArea } from './read-area.ts'

export const handle: PageHandle = { styles: 'area' }

export const links = () => linkSheet('area')

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export function loader({ context }: Route.LoaderArgs) {
  const { ways, programmes } = readWords(context, 'agriculture')
  return {
    head: readHead(context, 'agriculture'),
    area: readArea(context, 'agriculture'),
    ways: {
      head: ways,
      cells: [
        { ...programmes.registration, to: paths.farmerRegistration },
        { ...programmes.farming, to: paths.sustainableFarming },
        { ...programmes.education, to: paths.ruralEducation },
        { ...programmes.poultry, to: paths.poultryDevelopment },
      ],
    },
  }
}

export default function Agriculture({ loaderData }: Route.ComponentProps) {
  const { ways, area } = loaderData
  const { hero, callout, ...rest } = area
  return (
    <AreaPage
      hero={{
        ...hero,
        actions: (
          <>
            <TwoWays
              first={{ to: paths.order, label: 'Place an order' }}
              second={{ to: paths.farmerRegistration, label: 'Register a farm' }}
            />
            <ButtonLink to={paths.exportCatalogue} variant="outline">
              Export catalogue
            </ButtonLink>
            <ButtonLink to={paths.buyerRegistration} variant="outline">
              Register as a buyer
            </ButtonLink>
          </>
        ),
        scene: <RidgedField />,
      }}
      {...rest}
      callout={{
        ...callout,
        actions: (
          <TwoWays
            first={{ to: paths.order, label: 'Place an order' }}
            second={{ to: paths.buyerRegistration, label: 'Register as a buyer' }}
          />
        ),
      }}
    >
      <Section ground="forest" {...ways.head} className="quick">
        <LinkCells cells={ways.cells} />
      </Section>
    </AreaPage>
  )
}
