/** /buyer-form/individual : for signed-in members. */
import { offerNumber } from '#site/account/profiles/offer-number.tsx'
import { profileQuery } from '#site/account/profiles/profile-data.ts'
import { Guard } from '#site/lib/guard.tsx'
import { loadRegistrationForm } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import type { Route } from './+types/buyer-form-individual-route'
import { BuyerFormPage } from './buyer-form-page.tsx'
import { individualBuyerForm } from './individual-buyer-form.ts'

export const handle: PageHandle = { hydrate: 'soon' }

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, { ...args.loaderData.head, index: false }) : []
}

export function loader({ context }: Route.LoaderArgs) {
  return loadRegistrationForm('buyer_individual', context)
}

export default function BuyerFormIndividual({ loaderData }: Route.ComponentProps) {
  return (
    <Guard title={loaderData.head.title}>
      <BuyerFormPage
        profileQuery={profileQuery}
        offerNumber={offerNumber}
        {...loaderData}
        makeForm={individualBuyerForm}
      />
    </Guard>
  )
}
