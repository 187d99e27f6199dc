/** /farmer-registration : the farmer bio data page. */

import { RegistrationGuide } from '#site/features/registration-guide/registration-guide.tsx'
import { linkMoreStyles } from '#site/layouts/more-styles.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import type { PageHandle } from '#site/root.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero } from '#site/ui/page.tsx'
import { RidgedField } from '#site/ui/scenes/ridged-field.tsx'
import type { Route } from './+types/farmer-registration'

export const handle: PageHandle = { styles: 'more' }

export const links = linkMoreStyles

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Farmer Bio Data',
    description:
      'Put your farm on record: who you are, where you farm, what you grow and what you want to reach.',
  })
}

const asked = [
  {
    title: 'You',
    reason: 'So that we can call you, and know that it is you.',
    asks: ['Full name, date of birth, gender', 'Phone number and e-mail', 'Address, city and state'],
  },
  {
    title: 'Your farm',
    reason: 'So that advice, inputs and buyers fit it.',
    asks: ['Farm size', 'Years of farming', 'Crops you grow', 'Farming method'],
  },
  {
    title: 'Your aims',
    reason: 'So that we begin where you want to go.',
    asks: ['Your farming goals', 'Challenges, if you wish to tell us'],
  },
  {
    title: 'A photo of you',
    reason: 'So that nobody registers in your name. Only the people who check registrations see it.',
    asks: ['Taken with the phone, or uploaded'],
  },
]

export default function FarmerRegistration() {
  return (
    <>
      <PageHero
        eyebrow="Farmer Registration"
        title="Farmer Bio Data"
        lead="A farm on record is a farm that buyers, trainers and lenders can find."
        scene={<RidgedField />}
      />
      <RegistrationGuide
        groups={asked}
        next="Registration is not taken on this page yet. Create your account now with your name and e-mail, so that your registration has a home; or contact us, and bring the list beside."
        actions={
          <>
            <ButtonLink to={paths.auth}>Create an account</ButtonLink>
            <ButtonLink to={paths.contact} variant="outline">
              Contact us
            </ButtonLink>
          </>
        }
      />
    </>
  )
}
