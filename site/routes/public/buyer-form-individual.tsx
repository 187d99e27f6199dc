/** /buyer-form/individual : for signed-in members. */
import { useQuery } from '@tanstack/react-query'
import { BuyerFormPage } from '#site/features/buyers/buyer-form-page.tsx'
import { individualBuyerForm } from '#site/features/buyers/individual-buyer-form.ts'
import { profileQuery } from '#site/features/profiles/profile-data.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { Guard } from '#site/lib/guard.tsx'
import { pageMeta } from '#site/page-meta.ts'
import type { PageHandle } from '#site/root.tsx'
import type { Route } from './+types/buyer-form-individual'

export const handle: PageHandle = { hydrate: 'soon' }

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Individual Buyer Registration',
    description: 'Register to buy Nigerian produce as a person or a small business.',
    index: false,
  })
}

export default function BuyerFormIndividual() {
  return (
    <Guard title="Individual Buyer Registration">
      <IndividualBuyerPage />
    </Guard>
  )
}

function IndividualBuyerPage() {
  const { userId = '', email } = useAuth()
  const profile = useQuery(profileQuery(userId))
  return (
    <BuyerFormPage
      makeForm={individualBuyerForm}
      lead="Tell us who you are, where you are and what you buy. Every order then starts from what we know."
      known={{ email: profile.data?.email ?? email, phone: profile.data?.phone ?? undefined }}
    />
  )
}
