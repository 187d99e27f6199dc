/** /buyer-form/individual : for signed-in members. */
import { BuyerGuide } from '#site/features/buyers/buyer-guide.tsx'
import { Guard } from '#site/lib/guard.tsx'
import { pageMeta } from '#site/page-meta.ts'
import type { PageHandle } from '#site/root.tsx'
import type { Route } from './+types/buyer-form-individual'

export const handle: PageHandle = { hydrate: 'soon' }

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Individual Buyer Registration',
    description: 'Register to buy Nigerian produce as a person or a small business.',
  })
}

export default function BuyerFormIndividual() {
  return (
    <Guard>
      <BuyerGuide kind="individual" />
    </Guard>
  )
}
