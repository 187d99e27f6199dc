/** /investor-form/individual */
import { offerNumber } from '#site/account/profiles/offer-number.tsx'
import { loadRegistrationForm } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import type { Route } from './+types/investor-form-individual-route'
import { individualInvestorForm } from './individual-investor-form.ts'
import { InvestorFormPage } from './investor-form-page.tsx'

export const handle: PageHandle = { hydrate: 'soon', styles: 'form' }

export const links = () => linkSheet('form')

export function loader({ context }: Route.LoaderArgs) {
  return loadRegistrationForm('investor_individual', context)
}

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export default function InvestorFormIndividual({ loaderData }: Route.ComponentProps) {
  return (
    <InvestorFormPage
      offerNumber={offerNumber}
      definition={individualInvestorForm}
      {...loaderData}
      knownAs={{ name: 'fullName', email: 'email' }}
    />
  )
}
