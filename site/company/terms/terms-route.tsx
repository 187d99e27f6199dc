/** /terms, and /terms-and-conditions, which some forms link to. */
import { readContent } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import type { Route } from './+types/terms-route'
import { TermsPage } from './terms-page.tsx'

export const handle: PageHandle = { canonical: paths.terms, styles: 'more' }

export const links = () => linkSheet('more')

export function loader({ context }: Route.LoaderArgs) {
  return { published: readContent(context).legal.terms }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Terms and Conditions',
    description:
      'Orders and payment, quality and delivery, liability, disputes and data protection: the terms in plain words.',
  })
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <TermsPage published={loaderData.published} />
}
