/** /real-estate-construction */
import { chatUrl, useCompany } from '#site/page-company.ts'
import { readHead } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { ButtonAnchor, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { SurveyPlot } from '#site/ui/scenes/survey-plot.tsx'
import type { Route } from './+types/real-estate-construction-route'
import { AreaPage } from './area-page.tsx'
import { readArea } from './read-area.ts'

const firstMessage = 'Hello, I am interested in your real estate and construction services.'

export const handle: PageHandle = { styles: 'area' }

export const links = () => linkSheet('area')

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export function loader({ context }: Route.LoaderArgs) {
  return {
    head: readHead(context, 'real-estate-construction'),
    area: readArea(context, 'real-estate-construction'),
  }
}

export default function RealEstateConstruction({ loaderData }: Route.ComponentProps) {
  const { hero, callout, ...rest } = loaderData.area
  const { chatNumber } = useCompany()
  const ways = (
    <>
      <ButtonLink to={paths.investorHub}>Open the investor hub</ButtonLink>
      {chatNumber ? (
        <ButtonAnchor
          href={chatUrl(chatNumber, firstMessage)}
          target="_blank"
          rel="noopener"
          variant="outline"
        >
          <Icon name="chat" /> Chat with us
        </ButtonAnchor>
      ) : (
        <ButtonLink to={paths.contact} variant="outline">
          Contact us
        </ButtonLink>
      )}
    </>
  )
  return (
    <AreaPage
      hero={{
        ...hero,
        actions: ways,
        scene: <SurveyPlot />,
      }}
      {...rest}
      callout={{
        ...callout,
        actions: ways,
      }}
    />
  )
}
