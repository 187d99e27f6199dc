/** /investor-form/corporate */

import { RegistrationGuide } from '#site/features/registration-guide/registration-guide.tsx'
import { linkMoreStyles } from '#site/layouts/more-styles.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import type { PageHandle } from '#site/root.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero } from '#site/ui/page.tsx'
import { OpenLedger } from '#site/ui/scenes/open-ledger.tsx'
import type { Route } from './+types/investor-form-corporate'

export const handle: PageHandle = { styles: 'more' }

export const links = linkMoreStyles

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Corporate Partnership Bio Data',
    description:
      'What a corporate partner is asked, and why: the company, the person who speaks for it, and the partnership sought.',
  })
}

const asked = [
  {
    title: 'The company',
    reason: 'So that we can find it in the register.',
    asks: [
      'Name, address, e-mail and phone',
      'Registration number; tax number and website if you wish',
      'Business type, industry, year established',
    ],
  },
  {
    title: 'The person who speaks for it',
    reason: 'One name, so that nothing is lost between desks.',
    asks: ['Name and title', 'E-mail and phone'],
  },
  {
    title: 'The partnership',
    reason: 'So that the right team prepares the first meeting.',
    asks: [
      'Area of interest and amount',
      'Equity, joint venture, alliance, supply, distribution or technology',
      'Earlier partnerships and your goals',
    ],
  },
  {
    title: 'Bank details',
    reason: 'Stored encrypted, used only for what we agree in writing.',
    asks: ['Bank and account number'],
  },
]

export default function InvestorFormCorporate() {
  return (
    <>
      <PageHero
        eyebrow="Investors"
        title="Corporate Partnership Bio Data"
        lead="For companies interested in partnership and corporate investment."
        scene={<OpenLedger />}
      />
      <RegistrationGuide
        groups={asked}
        next="Applications are not taken on this page yet. Create your account and keep the list beside at hand. Never send an account number by chat or e-mail."
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
