/** /buyer-form/corporate : for signed-in members. */
import { BuyerGuide } from '#site/features/buyers/buyer-guide.tsx'
import { Guard } from '#site/lib/guard.tsx'
import { pageMeta } from '#site/page-meta.ts'
import type { PageHandle } from '#site/root.tsx'
import type { Route } from './+types/buyer-form-corporate'

export const handle: PageHandle = { hydrate: 'soon' }

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Corporate Buyer Registration',
    description: 'Register to buy Nigerian produce as a company.',
  })
}

export default function BuyerFormCorporate() {
  return (
    <Guard>
      <BuyerGuide kind="corporate" />
    </Guard>
  )
}
