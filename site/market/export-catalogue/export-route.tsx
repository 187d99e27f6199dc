/** /export : what can be ordered in bulk, with what a buyer abroad asks first, and the way to a quote. */
import { exportCatalogueWords as words } from '#domain/market/export-catalogue.ts'
import { pageContext } from '#site/page-context.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import type { Route } from './+types/export-route'
import { ExportList } from './export-list.tsx'

export const handle: PageHandle = { styles: 'market' }

export const links = () => linkSheet('market')

export async function loader({ context }: Route.LoaderArgs) {
  return { products: await context.get(pageContext).listExportProducts() }
}

export function meta(args: Route.MetaArgs) {
  const names = (args.loaderData?.products ?? []).slice(0, 6).map(({ label }) => label)
  return pageMeta(args, {
    title: words.title,
    description: `${names.join(', ')}${names.length > 0 ? ' and more' : 'Produce'} from Nigeria, by the ton or container: grades, seasons, packing, and a quote for your place.`,
  })
}

export default function ExportCatalogue({ loaderData: { products } }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        eyebrow={words.eyebrow}
        title={words.title}
        lead={words.lead}
        actions={
          <ButtonLink to={paths.marketplace} variant="outline">
            Buy by the pack
          </ButtonLink>
        }
      />
      <Section>
        <ExportList products={products} />
      </Section>
    </>
  )
}
