/** /investor-form/crypto */

import { RegistrationGuide } from '#site/features/registration-guide/registration-guide.tsx'
import { linkMoreStyles } from '#site/layouts/more-styles.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import type { PageHandle } from '#site/root.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero } from '#site/ui/page.tsx'
import { OpenLedger } from '#site/ui/scenes/open-ledger.tsx'
import type { Route } from './+types/investor-form-crypto'

export const handle: PageHandle = { styles: 'more' }

export const links = linkMoreStyles

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Crypto Investment Bio Data',
    description: 'What a SIDRA investor is asked, and why, and the rule on wallet addresses.',
  })
}

const asked = [
  {
    title: 'You',
    reason: 'The law asks us to know who invests.',
    asks: ['Full name, date of birth, nationality', 'E-mail, phone and address', 'Identity document'],
  },
  {
    title: 'Your wallet and amount',
    reason: 'So that a transfer can be matched to you.',
    asks: [
      'Your SIDRA wallet address',
      'Amount, from 20 SIDRA',
      'Experience with crypto and earlier investments',
    ],
  },
  {
    title: 'Your plans',
    reason: 'So that what we offer fits you.',
    asks: ['Area of interest', 'Risk tolerance', 'Your motivation'],
  },
]

export default function InvestorFormCrypto() {
  return (
    <>
      <PageHero
        eyebrow="Investors"
        title="Crypto Investment Bio Data"
        lead="For investors using SIDRA cryptocurrency assets."
        scene={<OpenLedger />}
      />
      <RegistrationGuide
        groups={asked}
        next="Our wallet address is not available on this page. Send nothing to an address that somebody gives you in our name; contact us first. Create your account, so that your registration has a home."
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
