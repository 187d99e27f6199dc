/** /terms */
import { TermsPage } from '#site/features/terms/terms-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import type { Route } from './+types/terms'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Terms and Conditions',
    description:
      'Orders and payment, quality and delivery, liability, disputes and data protection: the terms in fourteen sections.',
  })
}

export default TermsPage
