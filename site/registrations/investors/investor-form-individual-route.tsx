/** /investor-form/individual */
import { offerNumber } from '#site/account/profiles/offer-number.tsx'
import { loadRegistrationForm } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkFormStyles } from '#site/page-styles.ts'
import type { Route } from './+types/investor-form-individual-route'
import { individualInvestorForm } from './individual-investor-form.ts'
import { InvestorFormPage } from './investor-form-page.tsx'

export const handle: PageHandle = { hydrate: 'soon', styles: 'form' }

export const links = linkFormStyles

export function loader({ context }: Route.LoaderArgs) {
  return loadRegistrationForm('investor_individual', context)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Individual Investor Bio Data',
    description:
      'Register to invest in Nigerian agriculture in your own name: identity, means, plans and bank details.',
  })
}

export default function InvestorFormIndividual({ loaderData }: Route.ComponentProps) {
  return (
    <InvestorFormPage
      offerNumber={offerNumber}
      definition={individualInvestorForm}
      lead="Investing in your own name: what we ask, and why each part is needed before money moves."
      {...loaderData}
      knownAs={{ name: 'fullName', email: 'email' }}
    />
  )
}
