/** /buyer-registration: where a buyer's registration starts, for members. */
import type { MetaArgs } from 'react-router'
import { BuyerTypes } from '#site/features/buyers/buyer-types.tsx'
import { Guard } from '#site/lib/guard.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { PageHero } from '#site/ui/page.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: 'Buyer Registration',
    description: 'Register as an individual or a corporate buyer.',
    index: false,
  })
}

export default function BuyerRegistrationRoute() {
  return (
    <Guard>
      <PageHero
        title="Buyer Registration"
        lead="Register once, then every order starts from what we know about you. We come back to you within 48 hours."
      />
      <div className="wrap py-10 lg:py-16">
        <BuyerTypes />
      </div>
    </Guard>
  )
}
