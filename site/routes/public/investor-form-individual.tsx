/** /investor-form/individual */

import { RegistrationGuide } from '#site/features/registration-guide/registration-guide.tsx'
import { linkMoreStyles } from '#site/layouts/more-styles.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import type { PageHandle } from '#site/root.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero } from '#site/ui/page.tsx'
import { OpenLedger } from '#site/ui/scenes/open-ledger.tsx'
import type { Route } from './+types/investor-form-individual'

export const handle: PageHandle = { styles: 'more' }

export const links = linkMoreStyles

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Individual Investor Bio Data',
    description: 'What an individual investor is asked, and why: identity, means, plans and bank details.',
  })
}

const asked = [
  {
    title: 'Personal Information',
    reason: 'The law asks us to know who invests.',
    asks: [
      'Full name, date of birth, nationality',
      'E-mail, phone and address',
      'Occupation; employer and income if you wish',
    ],
  },
  {
    title: 'Your investment',
    reason: 'So that what we offer fits you.',
    asks: ['Area of interest and amount', 'Risk tolerance and experience', 'Your motivation'],
  },
  {
    title: 'Bank and identity',
    reason: 'To pay you, and nobody else. Stored encrypted.',
    asks: [
      'Bank and account number',
      'BVN, for Nigerians',
      'NIN, passport, driver’s licence or voter’s card',
    ],
  },
]

export default function InvestorFormIndividual() {
  return (
    <>
      <PageHero
        eyebrow="Investors"
        title="Individual Investor Bio Data"
        lead="Investing in your own name: what we ask, and why each part is needed before money moves."
        scene={<OpenLedger />}
      />
      <RegistrationGuide
        groups={asked}
        next="Bio data is not taken on this page yet. Create your account and keep the list beside at hand. Never send a BVN, an account number or an identity number by chat or e-mail."
        actions={
          <>
            <ButtonLink to={paths.auth}>Create an account</ButtonLink>
            <ButtonLink to={paths.investorForm} variant="outline">
              Other kinds of investor
            </ButtonLink>
          </>
        }
      />
    </>
  )
}
