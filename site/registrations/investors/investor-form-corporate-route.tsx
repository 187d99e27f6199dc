/** /investor-form/corporate */
import { offerNumber } from '#site/account/profiles/offer-number.tsx'
import { loadRegistrationForm } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import type { Route } from './+types/investor-form-corporate-route'
import { corporateInvestorForm } from './corporate-investor-form.ts'
import { InvestorFormPage } from './investor-form-page.tsx'

export const handle: PageHandle = { hydrate: 'soon', styles: 'form' }

export const links = () => linkSheet('form')

export function loader({ context }: Route.LoaderArgs) {
  return loadRegistrationForm('investor_corporate', context)
}

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export default function InvestorFormCorporate({ loaderData }: Route.ComponentProps) {
  return (
    <InvestorFormPage
      offerNumber={offerNumber}
      definition={corporateInvestorForm}
      {...loaderData}
      knownAs={{ name: 'contactPersonName', email: 'contactPersonEmail' }}
    />
  )
}
