/** /buyer-form/corporate : for signed-in members. */
import { useQuery } from '@tanstack/react-query'
import type { RegistrationSettings } from '#domain/registrations/read.ts'
import { offerNumber } from '#site/account/profiles/offer-number.tsx'
import { profileQuery } from '#site/account/profiles/profile-data.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { Guard } from '#site/lib/guard.tsx'
import { readRegistrationSettings } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import type { Route } from './+types/buyer-form-corporate-route'
import { BuyerFormPage } from './buyer-form-page.tsx'
import { corporateBuyerForm } from './corporate-buyer-form.ts'

export const handle: PageHandle = { hydrate: 'soon' }

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Corporate Buyer Registration',
    description: 'Register to buy Nigerian produce as a company.',
    index: false,
  })
}

export function loader({ context }: Route.LoaderArgs) {
  return { settings: readRegistrationSettings(context) }
}

export default function BuyerFormCorporate({ loaderData }: Route.ComponentProps) {
  return (
    <Guard title="Corporate Buyer Registration">
      <CorporateBuyerPage settings={loaderData.settings} />
    </Guard>
  )
}

function CorporateBuyerPage({ settings }: { settings: RegistrationSettings }) {
  const { userId = '', email } = useAuth()
  const profile = useQuery(profileQuery(userId))
  return (
    <BuyerFormPage
      offerNumber={offerNumber}
      settings={settings}
      makeForm={corporateBuyerForm}
      lead="For companies that process, distribute or export. One registration, and every order starts from it."
      known={{ email: profile.data?.email ?? email, phone: profile.data?.phone ?? undefined }}
    />
  )
}
